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
  expect([wakeUps.take(1), wakeUps.take(1), wakeUps.take(2)]).toEqual([true, false, true])
  aWindow()
  expect(wakeUps.take(1)).toBe(true)
})

test('what nobody was told of is told by the next write to its lane', () => {
  wakeUps.take(1)
  wakeUps.take(1)
  wakeUps.owe(1)
  aWindow()
  expect(wakeUps.take(1)).toBe(true)
  for (let i = 0; i < 5; i++) aWindow()
  expect(told).toEqual([])
})

test('or by itself, once, when none comes', () => {
  wakeUps.take(1)
  wakeUps.take(1)
  wakeUps.owe(1)
  aWindow()
  wakeUps.take(2)
  for (let i = 0; i < 5; i++) aWindow()
  expect(told).toEqual([[1]])
})

test('one that ends after the next write to its lane has told is told of again', () => {
  wakeUps.take(1)
  wakeUps.take(1)
  aWindow()
  wakeUps.take(1)
  wakeUps.owe(1)
  for (let i = 0; i < 5; i++) aWindow()
  expect(told).toEqual([[1]])
})

test('what could not be told is told with what comes next', async () => {
  let isBroken = true
  wakeUps = new WakeUps(async (lanes) => {
    if (isBroken) throw new Error('the connection is gone')
    told.push([...lanes])
  })
  wakeUps.owe(1)
  await wakeUps.settled()
  isBroken = false
  wakeUps.take(2)
  for (let i = 0; i < 5; i++) aWindow()
  expect(told).toEqual([[1]])
})

test('what is owed at the end is told at once', async () => {
  wakeUps.owe(1)
  aWindow()
  wakeUps.owe(2)
  await wakeUps.settled()
  expect(told).toEqual([[1, 2]])
  for (let i = 0; i < 5; i++) aWindow()
  expect(told).toHaveLength(1)
})
