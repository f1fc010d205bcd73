import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WakeUps } from '../src/runtime/wake-ups.ts'

let told: number[][]
let wakeUps: WakeUps

beforeEach(() => {
  vi.useFakeTimers()
  told = []
  wakeUps = new WakeUps(async (lanes) => {
    told.push([...lanes])
  })
})

afterEach(() => {
  vi.useRealTimers()
})

const aWindow = () => vi.advanceTimersByTime(1)

test('of the writes to a lane in one window the first one tells', () => {
  expect([wakeUps.take([1], 0), wakeUps.take([1], 0.9), wakeUps.take([1], 1)]).toEqual([[1], [], [1]])
})

test('a write to several lanes tells of all if one of them was not told of in this window', () => {
  wakeUps.take([1], 0)
  expect([wakeUps.take([2, 1], 0.9), wakeUps.take([1, 2], 1.8), wakeUps.take([1], 2)]).toEqual([[2, 1], [], [1]])
})

test('of more lanes than can be remembered some are told of once more', () => {
  for (let lane = 1; lane <= 1_001; lane++) wakeUps.take([lane], 0)
  expect(wakeUps.take([1], 0)).toEqual([])
  wakeUps.take([1_002], 0)
  expect(wakeUps.take([1], 0)).toEqual([1])
})

test('what nobody was told of is told by the next write that tells, be it of another lane', () => {
  wakeUps.take([1], 0)
  wakeUps.take([1], 0.5)
  wakeUps.owe([1])
  expect(wakeUps.take([1], 0.9)).toEqual([])
  expect(wakeUps.take([2], 0.9)).toEqual([2, 1])
  expect(wakeUps.take([1], 1)).toEqual([1])
  wakeUps.tellSoon()
  aWindow()
  expect(told).toEqual([])
})

test('or by itself, once, a window after the last write', () => {
  wakeUps.owe([1])
  aWindow()
  expect(told).toEqual([])
  wakeUps.tellSoon()
  wakeUps.owe([2])
  wakeUps.tellSoon()
  aWindow()
  expect(told).toEqual([[1, 2]])
  wakeUps.tellSoon()
  aWindow()
  expect(told).toHaveLength(1)
})

test('one that ends after the next write to its lane has told is told of again', () => {
  wakeUps.take([1], 0)
  wakeUps.take([1], 0.5)
  expect(wakeUps.take([1], 1)).toEqual([1])
  wakeUps.owe([1])
  wakeUps.tellSoon()
  aWindow()
  expect(told).toEqual([[1]])
})

test('what could not be told is told with what comes next', async () => {
  let isBroken = true
  wakeUps = new WakeUps(async (lanes) => {
    if (isBroken) throw new Error('the connection is gone')
    told.push([...lanes])
  })
  wakeUps.owe([1])
  await wakeUps.settled()
  isBroken = false
  expect(wakeUps.take([2], 0)).toEqual([2, 1])
})

test('what is owed at the end is told at once', async () => {
  wakeUps.owe([1])
  wakeUps.tellSoon()
  wakeUps.owe([2])
  await wakeUps.settled()
  expect(told).toEqual([[1, 2]])
  aWindow()
  expect(told).toHaveLength(1)
})
