import { expect, test } from 'vitest'
import type { WatchedWorker } from '../../src/postgres/workers.ts'
import { Silence } from '../../src/runtime/silence.ts'

const limitMs = 1_000

function worker(id: string, heartbeat: string): WatchedWorker {
  return { id, number: 1, name: id, heartbeat, blockedMs: 0, lost: false, sealed: true }
}

/** Looks every 100 ms from `from` to `to`, at whatever `seen` says; returns the first time somebody was silent. */
function watch(silence: Silence, from: number, to: number, seen: (now: number) => WatchedWorker[]): number | undefined {
  for (let now = from; now <= to; now += 100) if (silence.look(seen(now), now).length > 0) return now
  return undefined
}

test('a worker is silent once this watcher has seen the same heartbeat for the whole limit', () => {
  const same = () => [worker('a', 'one')]
  expect(watch(new Silence(limitMs), 5_000, 9_000, same)).toBe(6_000)
})

test('a heartbeat that changes, to whatever value, starts the count anew', () => {
  const seen = (now: number) => [worker('a', now < 900 ? 'one' : 'two')]
  expect(watch(new Silence(limitMs), 0, 9_000, seen)).toBe(1_900)
})

test('the time written in a heartbeat does not matter: a frozen or late clock of the database makes nobody silent', () => {
  const silence = new Silence(limitMs)
  const late = (now: number) => [worker('a', `1999-12-31 23:59:59.${String(now).padStart(6, '0')}`)]
  expect(watch(silence, 0, 20_000, late)).toBeUndefined()
  const ahead = () => [worker('a', '2999-01-01 00:00:00')]
  expect(watch(new Silence(limitMs), 0, 9_000, ahead)).toBe(1_000)
})

test('a gap in the watching starts it anew, so that after an outage nobody is given up for what could not be seen', () => {
  const silence = new Silence(limitMs)
  const same = () => [worker('a', 'one'), worker('b', 'one')]
  expect(watch(silence, 0, 900, same)).toBeUndefined()
  expect(silence.look(same(), 60_000)).toEqual([])
  expect(watch(silence, 60_100, 99_000, same)).toBe(61_000)
})

test('of several workers only the silent one is named, and one that is gone and comes back is seen for the first time', () => {
  const silence = new Silence(limitMs)
  const alive = (now: number) => worker('alive', String(now))
  expect(watch(silence, 0, 500, (now) => [alive(now), worker('quiet', 'one')])).toBeUndefined()
  expect(silence.look([alive(600)], 600)).toEqual([])
  expect(watch(silence, 700, 1_600, (now) => [alive(now), worker('quiet', 'one')])).toBeUndefined()
  expect(silence.look([alive(1_700), worker('quiet', 'one')], 1_700).map(({ id }) => id)).toEqual(['quiet'])
})
