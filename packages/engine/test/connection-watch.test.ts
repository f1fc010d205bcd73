import { afterEach, expect, test, vi } from 'vitest'
import { Events } from '../src/runtime/events.ts'
import { ConnectionWatch } from '../src/runtime/worker/connection-watch.ts'

afterEach(() => void vi.useRealTimers())

test('while connections fail a worker claims once for each pause, the pauses grow, and it says when they are back', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const events = new Events()
  const told: unknown[] = []
  events.on('connection.lost', ({ worker }) => void told.push(['lost', worker]))
  events.on('connection.back', ({ afterMs, deferred }) => void told.push(['back', afterMs, deferred]))
  let works = false
  const probe = async () => {
    if (!works) throw new Error('too many clients')
  }
  const watch = new ConnectionWatch({ probe, worker: () => 'w', events })
  expect([watch.isLost, await watch.untilClaim()]).toEqual([false, 0])

  const pauses: number[] = []
  for (let i = 0; i < 7; i++) {
    watch.lost(new Error('too many clients'))
    const waitMs = await watch.untilClaim()
    pauses.push(waitMs)
    vi.advanceTimersByTime(waitMs)
    // the connection is tried, and one claim may go
    expect(await watch.untilClaim()).toBe(0)
  }
  expect(pauses).toEqual([200, 400, 800, 1_600, 3_200, 5_000, 5_000])
  expect(watch.isLost).toBe(true)

  works = true
  vi.advanceTimersByTime(5_000)
  expect([await watch.untilClaim(), watch.isLost]).toEqual([0, false])
  expect(told).toEqual([
    ['lost', 'w'],
    ['back', 21_200, 7],
  ])
})
