import { defineJob } from 'pawl'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { cancelInLine } from '../../src/postgres/cancel.ts'
import { clientRunner } from '../../src/postgres/client-runner.ts'
import { expireLate, expireParked } from '../../src/postgres/line-up.ts'
import { settleSucceeded } from '../../src/postgres/settle.ts'
import { testDatabase } from '../support/database.ts'
import { TestLedger, toSettle } from '../support/ledger.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const ledger = new TestLedger(database)
const grouped = `insert into pawl.attempt (lane, body, max_attempts, group_name) select $1, to_jsonb(n), 3, $2 from generate_series(1, $3::int) n`
const slots = async () => (await database.sql('select job_id::int from pawl.group_slot')).map((row) => row.job_id)
const parked = async () =>
  (await database.sql(`select job_id::int from pawl.later where reason = 'parked' order by job_id`)).map(
    (row) => row.job_id,
  )

/** Which of the two it does first: it waits for a lock, or it ends. */
const waitsOrEnds = (under: Promise<unknown>) => {
  let ended = false
  const end = () => {
    ended = true
  }
  under.then(end, end)
  return until('it waits or ends', async () => {
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    return (await database.sql(waiting)).length > 0 ? 'waits' : ended && 'ended'
  })
}

const begun: Awaited<ReturnType<typeof database.connect>>[] = []
/** A transaction that ends with its test, whatever became of that. */
async function begin() {
  const client = await database.connect()
  await client.query('begin')
  begun.push(client)
  return client
}

afterEach(async () => {
  for (const client of begun.splice(0)) await client.query('rollback')
})

beforeEach(async () => {
  await database.sql('truncate pawl.attempt, pawl.outcome, pawl.later, pawl.group_slot, pawl.dead')
})

test('whoever frees a slot waits for the oldest parked job if that is being changed, and takes no younger one', async () => {
  const worker = await ledger.worker()
  const lane = await ledger.lane()
  await database.sql(grouped, [lane, 'waits', 3])
  const [first] = toSettle(await ledger.claim(worker, lane))
  const [oldest, youngest] = await parked()
  const stranger = await begin()
  await stranger.query('select from pawl.later where job_id = $1 for update', [oldest])
  const settled = settleSucceeded(ledger.connection(), worker, [first!], true)
  await waitsOrEnds(settled)
  await stranger.query('rollback')
  expect(await settled).toBe(1)
  expect([await slots(), await parked()]).toEqual([[oldest], [youngest]])
})

test('a worker that comes late cannot give back a slot that another job has by now', async () => {
  const worker = await ledger.worker()
  const lane = await ledger.lane()
  await database.sql(grouped, [lane, 'late worker', 2])
  const [first] = toSettle(await ledger.claim(worker, lane))
  const [second] = await parked()
  await cancelInLine(ledger.runner, [first!.pos])
  expect(await slots()).toEqual([second])
  expect(await settleSucceeded(ledger.runner, worker, [first!], true)).toBe(0)
  expect(await slots()).toEqual([second])
})

test('a job that expires while a claim gives it a slot gives that back', async () => {
  const lane = await ledger.lane()
  await database.sql(grouped, [lane, 'late', 1])
  await database.sql(`update pawl.attempt set start_before = now() - interval '1 second'`)
  const claim = await begin()
  await claim.query(`select pawl.lock_groups(array['late'])`)
  await claim.query(`insert into pawl.group_slot (group_name, job_id) select group_name, job_id from pawl.attempt`)
  const expired = expireLate(ledger.connection(), 60_000)
  await waitsOrEnds(expired)
  await claim.query('commit')
  expect(await expired).toHaveLength(1)
  expect(await slots()).toEqual([])
})

test('whoever frees a slot while the oldest parked job expires takes the next one', async () => {
  const worker = await ledger.worker()
  const lane = await ledger.lane()
  await database.sql(grouped, [lane, 'expires', 3])
  const [first] = toSettle(await ledger.claim(worker, lane))
  const [oldest, youngest] = await parked()
  await database.sql(`update pawl.later set start_before = now() - interval '1 second' where job_id = $1`, [oldest])
  const expires = await begin()
  expect(await expireParked(clientRunner(expires, false))).toMatchObject([{ jobPosition: oldest }])
  const settled = settleSucceeded(ledger.connection(), worker, [first!], true)
  await waitsOrEnds(settled)
  await expires.query('commit')
  expect(await settled).toBe(1)
  expect([await slots(), await parked()]).toEqual([[youngest], []])
  expect(await database.sql('select job_id::int, reason from pawl.dead')).toEqual([
    { job_id: oldest, reason: 'expired' },
  ])
})

test('a parked job that is being brought back does not expire, and nobody waits for it', async () => {
  const worker = await ledger.worker()
  const lane = await ledger.lane()
  await database.sql(grouped, [lane, 'comes back', 2])
  const [first] = toSettle(await ledger.claim(worker, lane))
  await database.sql(`update pawl.later set start_before = now() - interval '1 second'`)
  const frees = await begin()
  expect(await settleSucceeded(clientRunner(frees, false), worker, [first!], true)).toBe(1)
  const expired = expireParked(ledger.runner)
  expect(await waitsOrEnds(expired)).toBe('ended')
  await frees.query('commit')
  expect(await expired).toEqual([])
  expect(await expireParked(ledger.runner)).toEqual([])
  expect([(await slots()).length, await parked()]).toEqual([1, []])
})

test('a limit that is lowered holds as soon as slots are free, for those that were parked before too', async () => {
  const go: (() => void)[] = []
  let most = 0
  let running = 0
  const define = (groupConcurrency: number) =>
    defineJob({
      type: 'lowered',
      body: z.object({}),
      group: () => 'lowered',
      groupConcurrency,
      async run() {
        most = Math.max(most, ++running)
        await new Promise<void>((resolve) => go.push(resolve))
        running--
      },
    })
  const wide = testPawl({ url: database.url, jobs: [define(3)] })
  await wide.start()
  await wide.enqueueMany(
    define(3),
    Array.from({ length: 8 }, () => ({})),
  )
  await until('three run', () => go.length === 3)
  await until('the others are parked', async () => (await parked()).length === 5)
  const narrow = testPawl({ url: database.url, jobs: [define(1)] })
  await narrow.start()
  const stopped = wide.stop()
  // whoever claims next knows of the new limit
  await narrow.enqueue(define(1), {})
  await until('the new limit is known', async () => {
    return (await database.sql(`select from pawl.later where reason = 'parked' and group_limit <> 1`)).length === 0
  })
  most = 0
  for (let ended = 0; ended < 9; ended++) {
    await until('one runs', () => go.length > 0)
    go.shift()!()
    if (ended === 2) await stopped
    if (ended === 2) most = running
  }
  await narrow.drain({ keepOpen: true })
  expect(most).toBe(1)
})

test('thousands of groups in one batch take a few hundred locks', async () => {
  const client = await begin()
  await client.query(`select pawl.lock_groups(array(select 'group ' || n from generate_series(1, 5000) n))`)
  const { rows } = await client.query(
    `select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`,
  )
  await client.query('rollback')
  expect(rows[0].count).toBeGreaterThan(200)
  expect(rows[0].count).toBeLessThanOrEqual(256)
})

test('what is parked does not count as started for the rate of its queue', async () => {
  const ran: number[] = []
  const other = defineJob({
    type: 'other',
    queue: 'rated',
    body: z.object({ n: z.number() }),
    run: ({ body }) => void ran.push(body.n),
  })
  const held: (() => void)[] = []
  const first = defineJob({
    type: 'first',
    queue: 'rated',
    priority: 0,
    body: z.object({}),
    group: () => 'rated',
    run: () => new Promise<void>((resolve) => held.push(resolve)),
  })
  const queues = { rated: { concurrency: 10, startRate: { limit: 3, perMs: 3_600_000 } } }
  const pawl = testPawl({ url: database.url, jobs: [first, other], queues })
  await pawl.enqueueMany(first, [{}, {}])
  await pawl.enqueueMany(other, [{ n: 1 }, { n: 2 }, { n: 3 }])
  await pawl.start()
  // of three starts one is the first of its group; the second was parked, and comes back too late for the rate
  await until('two others have run', () => ran.length === 2)
  expect(ran).toEqual([1, 2])
  for (const go of held.splice(0)) go()
})
