import { expect, test } from 'vitest'
import { LastMinute } from '../src/runtime/worker/last-minute.ts'

const totals = (ended: number, failed = 0) => new Map([['q', { ended, failed }]])

test('what ended counts for a minute, give or take the distance of two samples', () => {
  const minute = new LastMinute()
  const at = (seconds: number, ended: number, failed = 0) => minute.look(totals(ended, failed), seconds * 1_000)('q')
  expect(at(0, 0)).toEqual({ ended: 0, failed: 0 })
  expect(at(1, 10, 2)).toEqual({ ended: 10, failed: 2 })
  expect(at(30, 10, 2)).toEqual({ ended: 10, failed: 2 })
  expect(at(59, 15, 2)).toEqual({ ended: 15, failed: 2 })
  for (let s = 60; s < 85; s++) at(s, 15, 2)
  expect(at(95, 15, 2)).toEqual({ ended: 5, failed: 0 })
  for (let s = 96; s < 140; s++) at(s, 15, 2)
  expect(at(140, 15, 2)).toEqual({ ended: 0, failed: 0 })
})

test('a queue of which nothing has ended has none', () => {
  expect(new LastMinute().look(totals(5), 0)('other')).toEqual({ ended: 0, failed: 0 })
})
