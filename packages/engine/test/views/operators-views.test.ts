import { beforeEach, expect, test } from 'vitest'
import { settleSucceeded } from '../../src/postgres/settle.ts'
import { testDatabase } from '../support/database.ts'
import { appendAttempts, TestLedger, toSettle } from '../support/ledger.ts'
import { keepAutovacuumAway, leastBlocksOf } from '../support/plans.ts'

const database = testDatabase()
const ledger = new TestLedger(database)

beforeEach(() =>
  database.sql(
    'truncate pawl.lease, pawl.worker, pawl.attempt, pawl.outcome, pawl.later, pawl.dead, pawl.lane, pawl.queue',
  ),
)

const stuck = async () =>
  (await database.sql('select id, reason, worker from pawl.stuck_jobs order by id')).map((row) => ({ ...row }))
const workerIs = (what: string, id: string) => database.sql(`update pawl.worker set ${what} where id = $1`, [id])
const oneLater = (lane: number, id: number, runAt: string) =>
  database.sql(
    `insert into pawl.later (job_id, run_at, created_at, lane, deferrals, reason, max_attempts, failures, crashes, body)
     values ($2, now() + $3::interval, now(), $1, 0, 'scheduled', 3, 0, 0, 'null')`,
    [lane, id, runAt],
  )

test('recent_jobs shows what was last enqueued or tried, newest first, each job once', async () => {
  const [lane, client, worker] = [await ledger.lane(), await database.connect(), await ledger.worker()]
  const positions = await appendAttempts(client, lane, 120)
  await settleSucceeded(ledger.runner, worker, toSettle(await ledger.claim(worker, lane, { limit: 119 })))
  await oneLater(lane, 5_000_000, '1 hour')
  // an old job that is tried again
  await client.query(
    `insert into pawl.attempt (job_id, lane, body, max_attempts, failures) values ($1, $2, 'null', 3, 1)`,
    [positions[0], lane],
  )
  await client.query(`update pawl.outcome set kind = 'retryable' where pos = $1`, [positions[0]])
  const rows = await database.sql('select id, status, attempt from pawl.recent_jobs')
  expect(rows).toHaveLength(100)
  expect(rows.slice(0, 4)).toEqual([
    { id: 'job_5000000', status: 'scheduled', attempt: 1 },
    { id: `job_${positions[0]}`, status: 'pending', attempt: 2 },
    { id: `job_${positions[119]}`, status: 'pending', attempt: 1 },
    { id: `job_${positions[118]}`, status: 'succeeded', attempt: 1 },
  ])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(100)
})

test('stuck_jobs says which jobs do not get on, and why', async () => {
  const client = await database.connect()
  const lanes = { served: await ledger.lane(), other: await ledger.lane({ queue: 'unserved' }) }
  const [silent, blocked, long, fine] = await Promise.all(
    ['silent', 'blocked', 'long', 'fine'].map((name) => ledger.worker(name)),
  )
  const held: number[] = []
  await appendAttempts(client, lanes.served, 4)
  for (const worker of [silent, blocked, long, fine]) {
    const [item] = toSettle(await ledger.claim(worker!, lanes.served, { limit: 1 }))
    await workerIs(`leases = array['${item!.lease.lane}:${item!.lease.turn}']`, worker!.id)
    held.push(item!.pos)
  }
  expect(await stuck()).toEqual([])
  await workerIs(`heartbeat_at = now() - interval '2 minutes'`, silent!.id)
  await workerIs('blocked_ms = 61000', blocked!.id)
  await database.sql(`update pawl.lease set at = now() - interval '2 hours' where worker = $1`, [long!.id])
  await oneLater(lanes.served, 7_000_001, '-2 minutes')
  await oneLater(lanes.served, 7_000_002, '-30 seconds')
  const [first] = await appendAttempts(client, lanes.other, 3)
  await client.query(`update pawl.attempt set run_at = now() - interval '2 minutes' where pos = $1`, [first])
  expect(await stuck()).toEqual(
    [
      { id: `job_${held[0]}`, reason: 'silent', worker: 'silent' },
      { id: `job_${held[1]}`, reason: 'blocked', worker: 'blocked' },
      { id: `job_${held[2]}`, reason: 'long', worker: 'long' },
      { id: 'job_7000001', reason: 'late', worker: null },
      { id: `job_${first}`, reason: 'unserved', worker: null },
    ].sort((a, b) => (a.id < b.id ? -1 : 1)),
  )
  await database.sql(`insert into pawl.queue (name, paused_at) values ('unserved', now())`)
  expect((await stuck()).map(({ reason }) => reason)).not.toContain('unserved')
})

test('queue_stats has one row a queue', async () => {
  const [client, worker] = [await database.connect(), await ledger.worker()]
  const lane = await ledger.lane()
  const front = await ledger.lane({ place: 'front' })
  const other = await ledger.lane({ queue: 'other' })
  await appendAttempts(client, lane, 3)
  await appendAttempts(client, front, 2)
  await ledger.claim(worker, lane, { limit: 1 })
  await oneLater(lane, 8_000_001, '1 hour')
  await client.query(
    `insert into pawl.dead (job_id, pos, created_at, lane, deferrals, max_attempts, failures, crashes, reason, body)
     values (1, 1, now(), $1, 0, 3, 3, 0, 'exhausted', 'null')`,
    [other],
  )
  await database.sql(`insert into pawl.queue (name, paused_at) values ('other', now())`)
  const rows = await database.sql(
    `select queue, pending::int, scheduled::int, running::int, exact, dead::int, workers::int, paused_at is not null as paused,
            oldest_pending_at is not null as waits from pawl.queue_stats order by queue`,
  )
  expect(rows).toEqual([
    {
      queue: 'other',
      pending: 0,
      scheduled: 0,
      running: 0,
      exact: true,
      dead: 1,
      workers: 0,
      paused: true,
      waits: false,
    },
    {
      queue: 'work',
      pending: 4,
      scheduled: 1,
      running: 1,
      exact: true,
      dead: 0,
      workers: 1,
      paused: false,
      waits: true,
    },
  ])
})

test('none of the views reads history', async () => {
  await keepAutovacuumAway(database)
  const [lane, client, worker] = [await ledger.lane(), await ledger.runner.client(), await ledger.worker()]
  const costs = async () => {
    await database.sql(`update pawl.worker set heartbeat_at = now() + interval '1 hour', leases = '{}'`)
    const views = ['recent_jobs', 'stuck_jobs', 'queue_stats']
    return Promise.all(views.map((view) => leastBlocksOf(client, `select * from pawl.${view}`)))
  }
  const grow = async (claims: number) => {
    await appendAttempts(client, lane, claims * 500)
    for (let i = 0; i < claims; i++) {
      await settleSucceeded(ledger.runner, worker, toSettle(await ledger.claim(worker, lane, { limit: 500 })))
    }
  }
  await grow(2)
  const short = await costs()
  await grow(60)
  const long = await costs()
  for (const [i, cost] of long.entries()) expect(cost).toBeLessThanOrEqual(short[i]! * 1.5 + 60)
})
