import { expect, test } from 'vitest'
import { positionsOf } from '../support/ledger.ts'
import { testSources } from './support/test-sources.ts'

const { database, ledger, declare, claimFrom, laneOf } = testSources()

/** It holds 499 tokens, and gets one a second. */
const source = { name: 'a', requestsPerMinute: 60, burst: 500 }
const tokens = async () => Math.floor((await database.sql('select tokens from pawl.bucket'))[0].tokens)
const change = (what: string) => database.sql(`update pawl.bucket set ${what}`)
const most = { limit: 100, free: 100 }

test('a claim of many jobs takes a token for each, and says so', async () => {
  await declare(source)
  const lane = await laneOf('a', 300)
  const { claimed, gated } = await claimFrom([lane], most)
  expect(claimed.map(({ attempts, pass }) => [attempts.length, pass])).toEqual([[100, 'token']])
  expect(gated).toEqual([])
  expect(await tokens()).toBe(399)
})

test('tokens of a bucket that is full, and at once again, are spare; those of another one are not', async () => {
  await declare({ name: 'a', requestsPerMinute: 600_000, burst: 10_000 })
  const lane = await laneOf('a', 300)
  const passes = async (limit: number) =>
    (await claimFrom([lane], { limit, free: limit })).claimed.map(({ attempts, pass }) => [attempts.length, pass])
  const standing = (tokens: number) => change(`tokens = ${tokens}, refilled_at = clock_timestamp() + interval '1 hour'`)
  await standing(6_000)
  expect(await passes(100)).toEqual([[100, 'spare']])
  expect(await tokens()).toBe(5_900)
  await standing(5_999)
  expect(await passes(100)).toEqual([[100, 'token']])
  await standing(6_000)
  await declare({ name: 'a', requestsPerMinute: 60_000, burst: 10_000 })
  expect(await passes(100)).toEqual([[100, 'token']])
})

test('what it did not need of them is there for others', async () => {
  await declare(source)
  expect(positionsOf(await claimFrom([await laneOf('a', 30)], most))).toHaveLength(30)
  expect(await tokens()).toBeGreaterThanOrEqual(469)
  expect(positionsOf(await claimFrom([await laneOf('a', 0)], most))).toEqual([])
  expect(await tokens()).toBeGreaterThanOrEqual(469)
})

test.each<[string, () => Promise<unknown>, number]>([
  ['has fewer tokens', () => change('tokens = 80, refilled_at = clock_timestamp()'), 80],
  [
    'has a quota',
    () => change(`quota = 70, quota_left = 70, quota_period = 'day', quota_time = '00:00', quota_zone = 'UTC'`),
    70,
  ],
  [
    'has a job that waits for a token',
    () =>
      change(`tokens = 100, awaited_until = clock_timestamp() + interval '1 hour', refilled_at = clock_timestamp()`),
    99,
  ],
  ['is paused', () => database.sql(`update pawl.source set paused_until = 'infinity'`), 0],
  ['has an open circuit', () => database.sql(`update pawl.source set circuit = 'open', probe_at = 'infinity'`), 0],
])('of a source that %s it takes no more than that leaves', async (_, make, expected) => {
  await declare(source)
  await make()
  expect(positionsOf(await claimFrom([await laneOf('a', 300)], most))).toHaveLength(expected)
})

test('what is taken ahead of a slot is bounded by its rate', async () => {
  await declare({ name: 'a', requestsPerMinute: 60_000, burst: 10_000 })
  expect(positionsOf(await claimFrom([await laneOf('a', 300)], { limit: 200, free: 10 }))).toHaveLength(60)
})

test('several claims at once take no more than there are', async () => {
  await declare(source)
  const lanes = await Promise.all(Array.from({ length: 8 }, () => laneOf('a', 100)))
  const claims = lanes.map((lane) => claimFrom([lane], { ...most, runner: ledger.connection() }))
  const taken = (await Promise.all(claims)).flatMap(positionsOf)
  expect(taken.length).toBeGreaterThanOrEqual(499)
  // some have come back meanwhile
  expect(taken.length).toBeLessThan(599)
})
