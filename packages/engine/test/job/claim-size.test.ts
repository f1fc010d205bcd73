import fc from 'fast-check'
import { expect, test } from 'vitest'
import { claimSize } from '../../src/job/claim-size.ts'

const pool = fc.integer({ min: 1, max: 1_000 }).chain((concurrency) =>
  fc.record({
    concurrency: fc.constant(concurrency),
    freeSlots: fc.integer({ min: 0, max: concurrency }),
    buffered: fc.integer({ min: 0, max: 3_000 }),
    meanMs: fc.option(fc.double({ min: 0, max: 1e7, noNaN: true }), { nil: undefined }),
  }),
)

test('a claim is never for a negative or broken number', () => {
  fc.assert(
    fc.property(pool, (input) => {
      const size = claimSize(input)
      expect(Number.isInteger(size)).toBe(true)
      expect(size).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('a free slot for which nothing waits here is always asked for', () => {
  fc.assert(
    fc.property(pool, (input) => {
      const uncovered = input.freeSlots - input.buffered
      if (uncovered > 0) expect(claimSize(input)).toBeGreaterThanOrEqual(uncovered)
    }),
  )
})

test('no more is taken ahead than starts within 100 ms', () => {
  fc.assert(
    fc.property(pool, fc.double({ min: 0.1, max: 1e7, noNaN: true }), (input, meanMs) => {
      const ahead = claimSize({ ...input, meanMs }) + input.buffered - input.freeSlots
      expect(ahead).toBeLessThanOrEqual(Math.max(input.buffered - input.freeSlots, (input.concurrency * 100) / meanMs))
    }),
  )
})

test('of what takes long nothing is taken ahead, however many slots there are', () => {
  fc.assert(
    fc.property(pool, fc.double({ min: 251, max: 1e7, noNaN: true }), (input, meanMs) => {
      expect(claimSize({ ...input, meanMs })).toBe(Math.max(0, input.freeSlots - input.buffered))
    }),
  )
})

test('slots with jobs of 100 ms that end all at once find one each', () => {
  const busy = { concurrency: 10, freeSlots: 0, meanMs: 100 }
  expect([0, 1, 5, 6, 10].map((buffered) => claimSize({ ...busy, buffered }))).toEqual([10, 9, 5, 0, 0])
})

test('nothing is taken ahead before the first handler has ended', () => {
  fc.assert(
    fc.property(pool, (input) => {
      expect(claimSize({ ...input, meanMs: undefined })).toBe(Math.max(0, input.freeSlots - input.buffered))
    }),
  )
})

test('what is taken ahead is bounded, however fast the handlers are', () => {
  fc.assert(
    fc.property(pool, (input) => {
      expect(claimSize(input) + input.buffered).toBeLessThanOrEqual(Math.max(input.buffered, input.freeSlots + 1_000))
    }),
  )
})

test('fast handlers have work kept ready, refilled when half of it is gone', () => {
  const busy = { freeSlots: 0, concurrency: 10, meanMs: 2 }
  expect(claimSize({ ...busy, buffered: 0 })).toBe(500)
  expect(claimSize({ ...busy, buffered: 249 })).toBe(251)
  expect(claimSize({ ...busy, buffered: 251 })).toBe(0)
})
