import { beforeEach, expect, test } from 'vitest'
import { hasUnswept, unsettledOfNobody } from '../../src/postgres/reclaim.ts'
import { type SettlingWorker, settleSucceeded } from '../../src/postgres/settle.ts'
import { stopWorker } from '../../src/postgres/workers.ts'
import { Events, type PawlEvents } from '../../src/runtime/events.ts'
import { LaneBook } from '../../src/runtime/lane-book.ts'
import { Reclaimer } from '../../src/runtime/reclaimer.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger, toSettle } from '../support/ledger.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const ledger = new TestLedger(database)
const minute = 60_000

let worker: SettlingWorker
let type: string
let lane: number
let positions: number[]

/** A worker that has beaten just now, with one lease of three attempts whose age the test sets. */
beforeEach(async () => {
  await database.sql('truncate pawl.lease, pawl.worker, pawl.attempt, pawl.outcome')
  type = `type-${Math.random()}`
  worker = await ledger.worker('forgetful')
  lane = await ledger.lane({ type })
  await appendAttempts(await ledger.runner.client(), lane, 3)
  positions = await ledger.claimPositions(worker, lane)
})

const leaseIsOld = (age: string) => database.sql(`update pawl.lease set at = now() - $1::interval`, [age])
const workerIs = (what: string) => database.sql(`update pawl.worker set ${what} where id = $1`, [worker.id])

/** One round of a fresh reclaimer; returns what it took back. */
async function sweep() {
  const events = new Events()
  const reclaimed: PawlEvents['job.reclaim'][] = []
  events.on('job.reclaim', (event) => void reclaimed.push(event))
  const { runner } = ledger
  await new Reclaimer({ runner, reader: runner, lanes: new LaneBook(runner), events, everyMs: 6_000 }).runOnce()
  return reclaimed
}

test('a lease that is old and that its live worker does not list is taken back, and its jobs go to the front', async () => {
  await workerIs(`swept_at = now() - interval '10 minutes'`)
  await leaseIsOld('2 minutes')
  const reclaimed = await sweep()
  expect(reclaimed.map(({ from, blamed }) => [from, blamed])).toEqual(Array(3).fill(['forgetful', false]))
  const front = await ledger.lane({ type, place: 'front' })
  const again = await ledger.claim(await ledger.worker(), [front, lane])
  expect(again.claimed.map(({ lease }) => lease.lane)).toEqual([front])
  expect(again.claimed[0]!.attempts.map(({ rest }) => rest)).toMatchObject(
    positions.map((jobId) => ({ jobId, failures: 0, crashes: 0, deferrals: 0 })),
  )
  expect(await sweep()).toEqual([])
})

test('a lease that its worker lists is left alone, however old', async () => {
  await workerIs(`leases = array['${lane}:1'], swept_at = now() - interval '10 minutes'`)
  await leaseIsOld('9 minutes')
  expect(await sweep()).toEqual([])
})

test('a lease that is younger than the last heartbeat by less than a minute may not have been reported yet', async () => {
  await leaseIsOld('50 seconds')
  expect(await sweep()).toEqual([])
  await workerIs(`heartbeat_at = now() + interval '11 seconds'`)
  expect(await sweep()).toHaveLength(3)
})

test('a lease of a worker that is not registered is taken back, whatever its age, once another has worked for five seconds', async () => {
  await database.sql('delete from pawl.worker')
  await ledger.worker('registered')
  expect(await sweep()).toEqual([])
  await database.sql(`update pawl.worker set heartbeat_at = swept_at + interval '6 seconds'`)
  expect((await sweep()).map(({ from }) => from)).toEqual(Array(3).fill(worker.id))
})

test('a claim whose reply was lost just before its worker left in good order is taken back', async () => {
  await workerIs(`stopped_at = now(), leases = '{}'`)
  expect(await sweep(), 'a claim may still be under way').toEqual([])
  await workerIs(`stopped_at = now() - interval '11 seconds'`)
  expect(await sweep()).toHaveLength(3)
  expect(await sweep()).toEqual([])
})

test('what a worker left behind is taken back while a transaction is open that is older than its leaving', async () => {
  const old = await database.connect()
  await old.query('begin')
  await old.query('select pg_current_xact_id()')
  await stopWorker(ledger.runner, worker.id, { leases: [`${lane}:77`] })
  await workerIs(`stopped_at = now() - interval '11 seconds'`)
  expect(await sweep()).toHaveLength(3)
  const isSwept = async () =>
    (await database.sql(`select swept_at = 'infinity' as swept from pawl.worker where id = $1`, [worker.id]))[0].swept
  expect(await sweep()).toEqual([])
  expect(await isSwept(), 'it may still be handed a job').toBe(false)
  await old.query('commit')
  await until('nothing can hand it a job', async () => {
    expect(await sweep()).toEqual([])
    return isSwept()
  })
})

test('a worker that left and was not standing by is looked at once, whatever transactions are open', async () => {
  const old = await database.connect()
  await old.query('begin')
  await old.query('select pg_current_xact_id()')
  await stopWorker(ledger.runner, worker.id)
  await workerIs(`stopped_at = now() - interval '11 seconds'`)
  expect(await sweep()).toHaveLength(3)
  expect(await sweep()).toEqual([])
  expect(await hasUnswept(ledger.runner)).toBe(false)
  await old.query('rollback')
})

test('only what has no outcome is taken back', async () => {
  await leaseIsOld('2 minutes')
  await workerIs(`swept_at = now() - interval '10 minutes'`)
  const [{ claim }] = await database.sql('select claim::int from pawl.lease')
  const item = { pos: positions[1]!, lease: { lane, turn: 1, claim }, durationMs: 1 }
  expect(await settleSucceeded(ledger.runner, worker, [item])).toBe(1)
  expect((await sweep()).map(({ id }) => id)).toEqual([`job_${positions[0]}`, `job_${positions[2]}`])
})

test('what a lost worker had is not nobody’s: its reclaim decides who is to blame', async () => {
  await leaseIsOld('2 minutes')
  await workerIs(`lost_at = now(), swept_at = now() - interval '10 minutes'`)
  expect(await unsettledOfNobody(ledger.runner, minute)).toEqual([])
})

test('a sweeper that dies after it has found something leaves it to be found again', async () => {
  await leaseIsOld('2 minutes')
  await workerIs(`swept_at = now() - interval '10 minutes'`)
  for (let i = 0; i < 2; i++) {
    expect((await unsettledOfNobody(ledger.runner, minute)).map(({ pos }) => pos)).toEqual(positions)
  }
  expect(await sweep()).toHaveLength(3)
})

test('a sweep remembers how far it has looked by the heartbeat that it saw, so nothing falls between two sweeps', async () => {
  await leaseIsOld('30 seconds')
  await workerIs(`swept_at = now() - interval '10 minutes'`)
  expect(await unsettledOfNobody(ledger.runner, minute)).toEqual([])
  const [seen] = await database.sql('select swept_at = heartbeat_at as same from pawl.worker where id = $1', [
    worker.id,
  ])
  expect(seen.same).toBe(true)
  await workerIs(`heartbeat_at = heartbeat_at + interval '31 seconds'`)
  expect((await unsettledOfNobody(ledger.runner, minute)).map(({ pos }) => pos)).toEqual(positions)
})

test('two sweepers at once take each attempt back once', async () => {
  await leaseIsOld('2 minutes')
  await workerIs(`swept_at = now() - interval '10 minutes'`)
  const [one, two] = await Promise.all([sweep(), sweep()])
  expect([...one, ...two].map(({ id }) => id).sort()).toEqual(positions.map((pos) => `job_${pos}`).sort())
  const next = toSettle(await ledger.claim(await ledger.worker(), await ledger.lane({ type, place: 'front' })))
  expect(next).toHaveLength(3)
})
