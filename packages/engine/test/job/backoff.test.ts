import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exponential, fixed } from '../../src/job/backoff.ts'

const error = new Error('down')
const dayMs = 24 * 60 * 60 * 1000

test('a fixed backoff waits the same time before each attempt', () => {
  const backoff = fixed({ delayMs: 10_000 })
  expect([1, 2, 30].map((failures) => backoff({ failures, random: 0.7, error }))).toEqual([10_000, 10_000, 10_000])
})

test('an exponential backoff doubles from its first wait', () => {
  const backoff = exponential({ firstMs: 5_000, jitter: 0 })
  expect([1, 2, 3, 4].map((failures) => backoff({ failures, random: 1, error }))).toEqual([
    5_000, 10_000, 20_000, 40_000,
  ])
})

test('an exponential backoff never waits longer than a day unless told', () => {
  const backoff = exponential()
  for (const failures of [28, 100, 2_000]) expect(backoff({ failures, random: 1, error })).toBe(dayMs)
  expect(exponential({ maxMs: 60_000 })({ failures: 99, random: 1, error })).toBe(60_000)
  expect(exponential({ maxMs: 10 * dayMs })({ failures: 99, random: 0, error })).toBe(10 * dayMs)
})

test('jitter only lengthens a wait, by its share at the most, and never past the cap', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000 }),
      fc.double({ min: 1, max: 5, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 1, max: 40 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (firstMs, factor, jitter, failures, random) => {
        const plain = exponential({ firstMs, factor, jitter: 0 })({ failures, random, error })
        const wait = exponential({ firstMs, factor, jitter })({ failures, random, error })
        expect(wait).toBeGreaterThanOrEqual(plain)
        // both are rounded to whole ms, before and after the share is added
        expect(wait).toBeLessThanOrEqual(Math.min(dayMs, plain * (1 + jitter) + 1.5))
      },
    ),
  )
})

test('jobs that failed together come back apart', () => {
  const backoff = exponential({ firstMs: 10_000 })
  const waits = [0, 0.25, 0.5, 0.75, 1].map((random) => backoff({ failures: 1, random, error }))
  expect(waits).toEqual([10_000, 10_500, 11_000, 11_500, 12_000])
})

test('a mistyped option of a backoff is refused with the right one', () => {
  expect(() => exponential({ fristMs: 5 } as never)).toThrow(
    "exponential has no option 'fristMs'; did you mean 'firstMs'?",
  )
  expect(() => fixed({ delay: 5 } as never)).toThrow("fixed has no option 'delay'")
})

test('a backoff that could not wait is refused when it is made, not when a job fails', () => {
  expect(() => fixed({ delayMs: Number.NaN })).toThrow('fixed: delayMs must be a number from 0 to')
  expect(() => exponential({ factor: 0.5 })).toThrow('exponential: factor must be a number of at least 1; got 0.5')
  expect(() => exponential({ jitter: 2 })).toThrow('exponential: jitter must be a number from 0 to 1; got 2')
})
