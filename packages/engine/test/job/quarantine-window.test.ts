import { expect, test } from 'vitest'
import { quarantineWindowMs } from '../../src/job/quarantine-window.ts'

test('the window of a suspect grows with its crashes until it finds a job that takes an hour to kill its process', () => {
  const windowMs = (crashesInARow: number) => quarantineWindowMs({ crashesInARow, waiting: 0 })
  expect([0, 2, 3, 4, 5].map(windowMs)).toEqual([1_000, 1_000, 4_000, 16_000, 64_000])
  expect(windowMs(8)).toBeGreaterThan(3_600_000)
  expect(windowMs(500), 'the longest that a timer can wait').toBe(2 ** 31 - 1)
})

test('while many suspects wait each has a second, and while few wait each has more', () => {
  const windowMs = (waiting: number) => quarantineWindowMs({ crashesInARow: 9, waiting })
  expect([1, 2, 10, 600].map(windowMs)).toEqual([10_000, 5_000, 1_000, 1_000])
  expect(quarantineWindowMs({ crashesInARow: 3, waiting: 2 }), 'no longer than its own').toBe(4_000)
})
