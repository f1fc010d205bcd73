import { expect, test } from 'vitest'
import { askSource, changedSources } from '../../src/postgres/sources.ts'
import { appendAttempts, positionsOf } from '../support/ledger.ts'
import { testSources } from './support/test-sources.ts'

const { database, ledger, pass, declare, refusal, tell, claimFrom, laneOf } = testSources()

/** Whoever waits for a token has it within 50 ms of its time, or has gone; here he is as slow as this machine. */
const stillAwaited = () => database.sql(`update pawl.bucket set awaited_until = clock_timestamp() + interval '1 hour'`)

test('a claim takes as many jobs of a source as there are tokens, passes the others, and says when to come back', async () => {
  await declare({ name: 'a', requestsPerMinute: 1, burst: 4 })
  const [limited, free] = [await laneOf('a', 10), await laneOf('', 4)]
  const first = await claimFrom([limited, free], { limit: 20 })
  const of = (id: number) => first.claimed.find(({ lease }) => lease.lane === id)
  expect([of(limited.id)?.attempts.length, of(limited.id)?.pass]).toEqual([3, 'token'])
  expect([of(free.id)?.attempts.length, of(free.id)?.pass]).toEqual([4, undefined])
  expect(first.gated).toMatchObject([{ lane: limited.id }])
  expect(first.gated[0]!.waitMs).toBeLessThanOrEqual(60_600)
  const none = await claimFrom([limited])
  expect([none.claimed, none.gated[0]!.lane]).toEqual([[], limited.id])
  await pass(126_000)
  expect(positionsOf(await claimFrom([limited]))).toHaveLength(2)
})

test('lanes of one source share its tokens, oldest job first, and of a slow source nothing is taken ahead of a slot', async () => {
  await declare({ name: 'a', requestsPerMinute: 1, burst: 100 })
  const [one, two] = [await laneOf('a', 3), await laneOf('a', 3)]
  const [first] = await appendAttempts(await ledger.runner.client(), one.id)
  expect(positionsOf(await claimFrom([one, two], { limit: 20, free: 5 }))).toHaveLength(5)
  await database.sql('update pawl.bucket set tokens = 1, refilled_at = clock_timestamp()')
  const [last] = positionsOf(await claimFrom([one, two]))
  expect(last).toBe(first! - 1)
})

test('each source of a claim has its own gate, and one that nobody declared has none', async () => {
  await declare({ name: 'slow', requestsPerMinute: 1, burst: 4 })
  await declare({ name: 'paused' })
  await database.sql(`update pawl.source set paused_until = 'infinity' where name = 'paused'`)
  const lanes = [await laneOf('unknown', 2), await laneOf('slow', 9), await laneOf('paused', 2), await laneOf('', 2)]
  const { claimed, gated, passed } = await claimFrom(lanes, { limit: 50 })
  const [unknown, slow, paused, none] = lanes.map(({ id }) => id)
  expect(claimed.map(({ lease, attempts, pass }) => [lease.lane, attempts.length, pass]).sort()).toEqual(
    [
      [unknown, 2, undefined],
      [slow, 3, 'token'],
      [none, 2, undefined],
    ].sort(),
  )
  expect(gated.map(({ lane }) => lane).sort()).toEqual([slow, paused].sort())
  expect(passed).toEqual([])
})

test('of a slow source nothing is taken while no slot is free, and that is said', async () => {
  await declare({ name: 'a', requestsPerMinute: 600, burst: 100 })
  const [lane, empty] = [await laneOf('a', 3), await laneOf('a', 0)]
  const ahead = await claimFrom([lane, empty], { limit: 20, free: 0 })
  expect(ahead).toMatchObject({ claimed: [], gated: [], onlyForSlots: [lane.id, empty.id] })
  const withSlots = await claimFrom([lane, empty], { limit: 20, free: 2 })
  expect([positionsOf(withSlots).length, withSlots.onlyForSlots]).toEqual([2, []])
})

test('a claim that finds nothing takes no token', async () => {
  await declare({ name: 'a', requestsPerMinute: 1, burst: 2 })
  const empty = await laneOf('a', 0)
  expect((await claimFrom([empty])).gated).toEqual([])
  expect((await database.sql('select floor(tokens) as tokens from pawl.bucket'))[0].tokens).toBe(1)
})

test('after so many failures the circuit opens; one probe goes per cool-down, over all workers, and its fate decides', async () => {
  await declare({ name: 'a', circuit: { failures: 2, coolDownMs: 600_000 } })
  const lane = await laneOf('a', 50)
  const fail = () => tell({ kind: 'failed', error: 'down' })
  expect(await fail()).toMatchObject({ was: 'closed', isNow: 'closed' })
  expect(await fail()).toMatchObject({ was: 'closed', isNow: 'open' })
  expect(positionsOf(await claimFrom([lane]))).toEqual([])
  expect(await refusal({ heldMs: 0 })).toBe('open')

  for (const coolDownMs of [600_000, 1_200_000, 2_400_000]) {
    await pass(coolDownMs)
    const probe = await claimFrom([lane])
    expect([positionsOf(probe).length, probe.claimed[0]!.pass]).toEqual([1, 'probe'])
    expect(positionsOf(await claimFrom([lane])), 'nobody else').toEqual([])
    expect(await refusal({ heldMs: 0 }), 'nor who was under way').toBe('open')
    expect(await refusal({ heldMs: 0, probeMs: 0 })).toBeUndefined()
    expect(await fail()).toMatchObject({ was: 'half-open', isNow: 'open' })
  }
  // the longest there is
  await pass(3_600_000)
  await claimFrom([lane])
  expect(await tell({ kind: 'answered' })).toMatchObject({
    was: 'half-open',
    isNow: 'closed',
  })
  expect(positionsOf(await claimFrom([lane]))).toHaveLength(10)
})

test('a probe of which nothing is heard is followed by another one after a cool-down', async () => {
  await declare({ name: 'a', circuit: { failures: 1, coolDownMs: 600_000 } })
  const lane = await laneOf('a', 50)
  await tell({ kind: 'failed' })
  await pass(600_000)
  expect(positionsOf(await claimFrom([lane]))).toHaveLength(1)
  await pass(500_000)
  expect(positionsOf(await claimFrom([lane]))).toHaveLength(0)
  await pass(100_000)
  expect(positionsOf(await claimFrom([lane]))).toHaveLength(1)
})

test('a service that asks to be left alone is left alone by everybody, and that is no failure', async () => {
  await declare({ name: 'a' })
  const lane = await laneOf('a', 5)
  const reported = await tell({ kind: 'limited', error: '429', ms: 60_000 })
  expect(reported).toMatchObject({ was: 'closed', isNow: 'closed' })
  expect((await claimFrom([lane])).gated[0]!.waitMs).toBeGreaterThan(59_000)
  await pass(60_000)
  expect(positionsOf(await claimFrom([lane]))).toHaveLength(5)
  await database.sql(`update pawl.source set paused_until = 'infinity'`)
  await appendAttempts(await ledger.runner.client(), lane.id)
  expect((await claimFrom([lane])).gated[0]!.waitMs).toBeGreaterThan(86_400_000)
})

test('of a fast source, and of one without a limit, jobs are taken ahead of their slots', async () => {
  await declare({ name: 'a', requestsPerMinute: 12_000, burst: 1_000 })
  await declare({ name: 'b' })
  const ahead = async (source: string) =>
    positionsOf(await claimFrom([await laneOf(source, 90)], { limit: 80, free: 5 })).length
  expect([await ahead('a'), await ahead('b')]).toEqual([15, 80])
})

test('a job that runs and waits for a token goes before jobs that have not begun', async () => {
  await declare({ name: 'a', requestsPerMinute: 1 })
  const lane = await laneOf('a', 5)
  expect(positionsOf(await claimFrom([lane]))).toHaveLength(1)
  expect(await refusal()).toBe('no-token')
  await pass(60_600)
  await stillAwaited()
  expect(positionsOf(await claimFrom([lane])), 'this token is awaited').toHaveLength(0)
  expect(await refusal()).toBeUndefined()
  await pass(60_600)
  expect(positionsOf(await claimFrom([lane]))).toHaveLength(1)
  await refusal()
  await pass(126_000)
  expect(positionsOf(await claimFrom([lane])), 'who waited has gone').toHaveLength(1)
})

test('a probe that nobody used is given back, and the next claim sends another one', async () => {
  await declare({ name: 'a', circuit: { failures: 1, coolDownMs: 60_000 } })
  const lane = await laneOf('a', 5)
  await tell({ kind: 'failed' })
  await pass(60_000)
  expect(positionsOf(await claimFrom([lane]))).toHaveLength(1)
  expect(positionsOf(await claimFrom([lane]))).toHaveLength(0)
  await tell({ kind: 'probe' })
  expect((await claimFrom([lane])).claimed[0]!.pass).toBe('probe')
})

test('a claim that leaves a token to whoever waits for it says when to come back', async () => {
  await declare({ name: 'a', requestsPerMinute: 1 })
  const lane = await laneOf('a', 5)
  await claimFrom([lane])
  await refusal()
  await pass(60_600)
  await stillAwaited()
  const { claimed, gated } = await claimFrom([lane])
  expect([claimed, gated[0]!.lane]).toEqual([[], lane.id])
  expect(gated[0]!.waitMs).toBeGreaterThanOrEqual(1)
})

test('a probe that was not used within its cool-down is none any more', async () => {
  await declare({ name: 'a', circuit: { failures: 1, coolDownMs: 600_000 } })
  const lane = await laneOf('a', 5)
  await tell({ kind: 'failed' })
  await pass(600_000)
  await claimFrom([lane])
  expect(await refusal({ heldMs: 599_000, probeMs: 599_000 })).toBeUndefined()
  expect(await refusal({ heldMs: 600_000, probeMs: 600_000 })).toBe('open')
})

test('whoever asks when a probe is due is the probe, and nobody else', async () => {
  await declare({ name: 'a', circuit: { failures: 1, coolDownMs: 600_000 } })
  await tell({ kind: 'failed' })
  expect(await refusal()).toBe('open')
  await pass(600_000)
  const asked = await Promise.all(Array.from({ length: 5 }, () => askSource(ledger.runner, 'a')))
  expect(asked.filter(({ isProbe }) => isProbe)).toHaveLength(1)
  expect(asked.filter(({ reason }) => reason === 'open')).toHaveLength(4)
})

test('a change is seen by those who look, although it was written before they looked and committed after', async () => {
  await declare({ name: 'a' })
  const { now: before } = await changedSources(ledger.runner, undefined)
  await pass(60_000)
  await database.sql(`update pawl.source set changed_at = changed_at - interval '1 h'`)
  const operator = await database.connect()
  await operator.query('begin')
  await operator.query(`select pawl.pause_source('a', null)`)
  const { now, names } = await changedSources(ledger.runner, before)
  expect(names).toEqual([])
  await operator.query('commit')
  expect((await changedSources(ledger.runner, now)).names).toEqual(['a'])
})
