import type pg from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { LeaseRef } from '../../src/postgres/claim.ts'
import { lostLeases, type SettlingWorker, settleSucceeded } from '../../src/postgres/settle.ts'
import { findStanding, readHandover, standDown, whatFollowed } from '../../src/postgres/standby.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger } from '../support/ledger.ts'
import { TestStandby } from '../support/standby.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const ledger = new TestLedger(database)
const standby = new TestStandby(ledger)

let client: pg.Client
let worker: SettlingWorker
let other: SettlingWorker
let lane: number

beforeAll(async () => {
  client = await database.connect()
})

/** A lane that has been claimed from, with nothing left in it, and a worker that would hear. */
beforeEach(async () => {
  worker = await ledger.worker()
  other = await ledger.worker()
  lane = await ledger.lane()
  await standby.listens(worker)
  await appendAttempts(client, lane)
  expect(await ledger.claimPositions(worker, lane)).toHaveLength(1)
})

const claimAll = async (who = other) => {
  const all: number[] = []
  for (;;) {
    const taken = await ledger.claimPositions(who, lane)
    if (taken.length === 0) return all
    all.push(...taken)
  }
}
const newest = async () =>
  (await database.sql('select * from pawl.lease where lane = $1 order by turn desc limit 1', [lane]))[0]

/** Whether it is handed over when all else allows it: the same without the obstacle is, sooner or later. */
async function standsInLine(obstacle: () => Promise<unknown>, remove: () => Promise<unknown>): Promise<void> {
  await standby.handOver(worker, lane)
  for (let i = 0; i < 5; i++) {
    await standby.standBy(worker, lane)
    await obstacle()
    const { id, handed } = await standby.enqueue(lane)
    expect(handed).toBe(false)
    await remove()
    expect(await claimAll()).toContain(id)
  }
  await standby.handOver(worker, lane)
}

test('a job is leased to the worker that stands by, which is told all of it, and nobody else can claim it', async () => {
  await client.query(`listen "pawl_worker_${worker.id}"`)
  const told: string[] = []
  client.on('notification', ({ payload }) => told.push(payload!))
  const { id, standing } = await standby.handOver(worker, lane)
  expect(await newest()).toMatchObject({
    worker: worker.id,
    turn: String(standing.follows),
    standby: false,
  })
  const claim = Number((await newest()).claim)
  expect(claim % 2 ** 32).toBe(standing.claim)
  const [job] = await database.sql(`select status, locked_by from pawl.jobs where id = $1`, [`job_${id}`])
  // whether it has started only the worker can tell
  expect(job).toEqual({ status: 'pending', locked_by: 'worker' })
  expect(await claimAll()).toEqual([])
  const { handed } = (await whatFollowed(ledger.runner, worker.id, [standing]))[0]!
  expect(handed).toMatchObject({
    lease: { lane, turn: standing.follows, claim },
    attempts: [{ pos: id, maxAttempts: 3, body: {}, rest: null, settled: false }],
  })
  await until('it was told', () => told.length > 0)
  expect(readHandover(told.at(-1)!)).toEqual(handed)
  // what comes next is found
  const [next] = await appendAttempts(client, lane)
  expect(await claimAll()).toEqual([next])
})

test('a job whose hand-over was lost with a crash does not settle the one that is handed over in its place', async () => {
  const { standing } = await standby.handOver(worker, lane)
  const leaseOf = async () => (await whatFollowed(ledger.runner, worker.id, [standing]))[0]!.handed!.lease
  const lost = await leaseOf()
  let again: { id: number; handed: boolean }
  do {
    // what the worker stands by was on disk, and nothing after it
    await database.sql('delete from pawl.lease where lane = $1 and turn >= $2', [lane, lost.turn])
    await database.sql('delete from pawl.attempt where lane = $1 and pos not in (select pos from pawl.outcome)', [lane])
    again = await standby.enqueue(lane)
  } while (!again.handed)
  const lease = await leaseOf()
  expect(lease).toMatchObject({ lane, turn: lost.turn })
  const settle = (by: LeaseRef) => settleSucceeded(ledger.runner, worker, [{ pos: again.id, lease: by, durationMs: 1 }])
  expect(await settle(lost)).toBe(0)
  expect(await lostLeases(ledger.runner, worker.id, [lost, lease])).toEqual([lost])
  expect(await settle(lease)).toBe(1)
})

test('one lease by which a worker stands by is good for one job', async () => {
  await standby.handOver(worker, lane)
  const { id, handed } = await standby.enqueue(lane)
  expect(handed).toBe(false)
  expect(await claimAll()).toEqual([id])
})

test('what stands in line comes first', async () => {
  let before: number[] = []
  await standsInLine(
    async () => {
      before = await appendAttempts(client, lane)
    },
    async () => {
      expect(await ledger.claimPositions(other, lane, { limit: 1 })).toEqual(before)
    },
  )
})

test('while something is in flight nothing is handed over, and it is not stepped over', async () => {
  const stranger = await database.connect()
  await standby.handOver(worker, lane)
  for (let i = 0; i < 5; i++) {
    await stranger.query('begin')
    const [late] = await appendAttempts(stranger, lane)
    await standby.standBy(worker, lane)
    const { id, handed } = await standby.enqueue(lane)
    expect(handed).toBe(false)
    if (i % 2 === 0) expect(await claimAll()).toEqual([id])
    await stranger.query('commit')
    expect(await claimAll()).toEqual(i % 2 === 0 ? [late] : [late, id])
  }
})

test('to a worker that nobody hears for nothing is handed', async () => {
  const deaf = await ledger.worker()
  await standby.standBy(deaf, lane)
  for (let i = 0; i < 5; i++) {
    const { id, handed } = await standby.enqueue(lane)
    expect(handed).toBe(false)
    expect(await claimAll()).toEqual([id])
    await standby.standBy(deaf, lane)
  }
  const stopListening = await standby.listens(deaf)
  await standby.handOver(deaf, lane)
  await standby.standBy(deaf, lane)
  await stopListening()
  expect((await standby.enqueue(lane)).handed).toBe(false)
})

test('while a queue is paused nothing is handed over', async () => {
  await standsInLine(
    () =>
      database.sql(`insert into pawl.queue values ('work', now()) on conflict (name) do update set paused_at = now()`),
    () => database.sql(`update pawl.queue set paused_at = null`),
  )
})

test.each(['lost_at', 'stopped_at'])('to a worker with %s nothing is handed', async (column) => {
  await standsInLine(
    () => database.sql(`update pawl.worker set ${column} = now() where id = $1`, [worker.id]),
    () => database.sql(`update pawl.worker set ${column} = null where id = $1`, [worker.id]),
  )
})

test('to a worker whose event loop was blocked at its last heartbeat nothing is handed', async () => {
  await standsInLine(
    () => database.sql('update pawl.worker set blocked_ms = 1000 where id = $1', [worker.id]),
    () => database.sql('update pawl.worker set blocked_ms = 999 where id = $1', [worker.id]),
  )
})

test('whoever claims from the lane ends it', async () => {
  await standsInLine(
    async () => {
      await appendAttempts(client, lane)
      expect(await ledger.claimPositions(other, lane)).toHaveLength(1)
    },
    async () => {},
  )
})

test('a lane that is held is left alone: no enqueue waits for a claim', async () => {
  const holder = await database.connect()
  await standsInLine(
    async () => {
      await holder.query('begin')
      await holder.query(`select pg_advisory_xact_lock('pawl.lane'::regclass::oid::int, $1)`, [lane])
    },
    () => holder.query('commit'),
  )
})

test('whether a worker stands by can be asked again, also after a job was handed to it', async () => {
  const { standing } = await standby.handOver(worker, lane)
  expect(await findStanding(ledger.runner, worker.id, standing)).toBe(standing.follows)
  expect(await findStanding(ledger.runner, other.id, standing)).toBeUndefined()
  expect(await findStanding(ledger.runner, worker.id, { ...standing, claim: standing.claim + 1 })).toBeUndefined()
})

test('one worker stands by at a lane, until it has gone', async () => {
  expect(await standby.standBy(worker, lane)).toBeDefined()
  expect(await standby.standBy(other, lane)).toBeUndefined()
  expect(await standby.standBy(worker, lane), 'itself, again').toBeDefined()
  await database.sql('update pawl.worker set lost_at = now() where id = $1', [worker.id])
  expect(await standby.standBy(worker, lane)).toBeUndefined()
  expect(await standby.standBy(other, lane)).toBeDefined()
})

test('an enqueue that is undone leaves all as it was', async () => {
  await standby.handOver(worker, lane)
  for (let handed = false; !handed; ) {
    await standby.standBy(worker, lane)
    const before = await newest()
    await using open = await standby.openEnqueue(lane)
    handed = open.handed
    await open.end('rollback')
    expect(await newest()).toEqual(before)
  }
  expect(await claimAll()).toEqual([])
  await standby.handOver(worker, lane)
})

test('who stands down waits for a job that is being handed over, and finds it', async () => {
  for (;;) {
    const standing = await standby.standBy(worker, lane)
    await using open = await standby.openEnqueue(lane)
    const down = standDown(ledger.claims, worker.id, lane)
    if (open.handed) {
      await until('it waits for the lane', async () => {
        const waits = `select from pg_locks join pg_database d on d.oid = database
          where datname = current_database() and locktype = 'advisory' and not granted and objid = $1`
        return (await database.sql(waits, [lane])).length > 0
      })
    }
    await open.end('commit')
    await down
    const followed = await whatFollowed(ledger.runner, worker.id, [standing!])
    if (!open.handed) {
      expect(followed, 'an empty lease has ended it').toEqual([{ standing: standing!.claim, handed: undefined }])
      await claimAll()
      continue
    }
    expect(followed[0]!.handed!.attempts[0]!.pos).toBe(open.id)
    return
  }
})

test('who has stood down is handed nothing', async () => {
  await standsInLine(
    () => standDown(ledger.claims, worker.id, lane),
    async () => {},
  )
})
