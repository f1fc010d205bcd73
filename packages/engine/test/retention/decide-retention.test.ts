import { expect, test } from 'vitest'
import { decideRetention, sliceOf } from '../../src/job/decide-retention.ts'

const keepMs = 8_000

test('a partition is due when it has been closed for the whole time, oldest first', () => {
  const partitions = [
    { number: 3, openedMs: 20_000, closedMs: 9_000 },
    { number: 4, openedMs: 19_000, closedMs: 8_000 },
    { number: 5, openedMs: 18_000, closedMs: 7_999 },
  ]
  expect(decideRetention(partitions, keepMs)).toEqual({ close: undefined, due: [3, 4], nextMs: 1 })
})

test('the partition in use is closed when its share of the time is up', () => {
  const inUse = (openedMs: number) => decideRetention([{ number: 7, openedMs, closedMs: null }], keepMs)
  expect(sliceOf(keepMs)).toBe(1_000)
  expect(inUse(999)).toEqual({ close: undefined, due: [], nextMs: 1 })
  expect(inUse(1_000)).toEqual({ close: 7, due: [], nextMs: 0 })
})

test('partitions of which nothing is used wait for ever', () => {
  const unused = [1, 2].map((number) => ({ number, openedMs: null, closedMs: null }))
  expect(decideRetention(unused, keepMs)).toEqual({ close: undefined, due: [], nextMs: Number.POSITIVE_INFINITY })
})
