import { afterEach, expect, test, vi } from 'vitest'
import { Events, type PawlEvents } from '../src/runtime/events.ts'
import { Service } from '../src/runtime/service.ts'

afterEach(() => void vi.useRealTimers())

/** A service that fails until it is told not to, on a clock that the test moves. */
function failing() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const events = new Events()
  const errors: PawlEvents['service.error'][] = []
  events.on('service.error', (event) => void errors.push(event))
  const state = { fails: true, runs: 0 }
  const service = new Service('claimer', events, async () => {
    state.runs++
    if (state.fails) throw new Error('no database')
    return 60_000
  })
  return { service, errors, state, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

test('a service that is woken all the time reports a failure at the rate at which it retries', async () => {
  const { service, errors, pass } = failing()
  service.start()
  const startedAt = performance.now()
  while (performance.now() - startedAt < 20_000) {
    service.wake()
    service.wakeWithin(1)
    await pass(10)
  }
  // 200, 400, 800, 1600, 3200 and from then on 5000 ms
  expect(errors.map(({ retryMs }) => retryMs)).toEqual([200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000])
  await service.stop()
})

test('a service that waits to retry runs at once when PostgreSQL is known to be back, and may be woken as before', async () => {
  const { service, state, pass } = failing()
  service.start()
  await pass(1_000)
  const { runs } = state
  state.fails = false
  service.wake()
  await pass(1)
  expect(state.runs).toBe(runs)
  service.retry()
  await pass(1)
  expect(state.runs).toBe(runs + 1)
  service.retry()
  await pass(1)
  expect(state.runs).toBe(runs + 1)
  service.wake()
  await pass(1)
  expect(state.runs).toBe(runs + 2)
  await service.stop()
})
