import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../../src/index.ts'
import { Events, type PawlEvents } from '../../src/runtime/events.ts'
import { Registry } from '../../src/runtime/registry.ts'
import { Sweep } from '../../src/runtime/sweep.ts'
import { testDatabase } from '../support/database.ts'
import { TestLedger } from '../support/ledger.ts'
import { reaches } from '../support/settled.ts'
import { testPawl } from '../support/test-pawl.ts'

const database = testDatabase()
const ledger = new TestLedger(database)
const hourMs = 3_600_000
const job = defineJob({
  type: 'tied',
  body: z.object({ n: z.number() }),
  key: ({ n }) => `key-${n}`,
  group: () => 'all',
  groupConcurrency: 2,
  run: () => {},
})
let repairs: PawlEvents['sweep.repair'][]
let sweep: Sweep

beforeEach(async () => {
  await database.sql(
    'truncate pawl.lease, pawl.worker, pawl.attempt, pawl.outcome, pawl.later, pawl.key, pawl.group_slot, pawl.dead',
  )
  repairs = []
  const events = new Events()
  events.on('sweep.repair', (event) => void repairs.push(event))
  sweep = new Sweep({
    runner: ledger.runner,
    reader: ledger.runner,
    events,
    registry: new Registry([job], {}),
    workerKeepMs: hourMs,
  })
})

test('a live key whose job has ended is freed, and the next job with this key is made', async () => {
  const pawl = testPawl({ url: database.url, jobs: [job] })
  const { id } = await pawl.enqueue(job, { n: 1 })
  // an outcome that forgot the key: nothing in Pawl writes it like that
  await database.sql(`insert into pawl.outcome (pos, kind) select pos, 'succeeded' from pawl.attempt`)
  expect(await pawl.enqueue(job, { n: 1 })).toMatchObject({ id, duplicate: true })
  await sweep.runOnce()
  expect(repairs).toEqual([{ kind: 'key', what: 'tied key-1' }])
  expect(await pawl.enqueue(job, { n: 1 })).toMatchObject({ duplicate: false })
  await sweep.runOnce()
  expect(repairs).toHaveLength(1)
})

test('keys of jobs that wait, run, or died and wait for a decision are left alone, and so are keys with a window', async () => {
  const pawl = testPawl({ url: database.url, jobs: [job] })
  await pawl.enqueue(job, { n: 1 })
  await pawl.enqueue(job, { n: 2 }, { delayMs: hourMs })
  await pawl.enqueue(job, { n: 3 }, { startBefore: new Date(Date.now() - hourMs) })
  await pawl.enqueue(job, { n: 4 }, { keyMode: 'window', keyWindowMs: hourMs })
  await database.sql(
    `insert into pawl.outcome (pos, kind) select pos, 'succeeded' from pawl.attempt where key = 'key-4'`,
  )
  await database.sql(`with dead as (delete from pawl.attempt where key = 'key-3' returning *)
    insert into pawl.dead (job_id, pos, created_at, lane, deferrals, max_attempts, failures, crashes, reason, body, key)
    select job_id, pos, created_at, lane, 0, 3, 1, 0, 'permanent', body, key from dead`)
  await sweep.runOnce()
  expect(repairs).toEqual([])
  expect(await database.sql('select from pawl.key')).toHaveLength(4)
})

test('a slot whose job has ended is given back, and who waited for it comes in line', async () => {
  const pawl = testPawl({ url: database.url, jobs: [job] })
  await pawl.enqueueMany(job, [{ n: 1 }, { n: 2 }, { n: 3 }])
  const [gone, ...waiting] = (await database.sql('select job_id from pawl.attempt order by pos')).map(
    (row) => row.job_id,
  )
  await database.sql(`insert into pawl.group_slot (group_name, job_id) values ('all', $1), ('all', 999999)`, [gone])
  await database.sql(
    `with parked as (delete from pawl.attempt where job_id = any ($1) returning *)
    insert into pawl.later (job_id, run_at, created_at, lane, deferrals, reason, max_attempts, failures, crashes, body, key, group_name, group_limit)
    select job_id, 'infinity', created_at, lane, 0, 'parked', 3, 0, 0, body, key, group_name, 2 from parked`,
    [waiting],
  )
  await sweep.runOnce()
  expect(repairs).toEqual([{ kind: 'slot', what: 'job_999999' }])
  const slots = await database.sql('select job_id from pawl.group_slot order by 1')
  expect(slots.map((row) => row.job_id)).toEqual([gone, waiting[0]])
  await pawl.start()
  for (const id of [gone, ...waiting]) await reaches(pawl, `job_${id}`, 'succeeded')
})

test('parked jobs that nobody would bring back are brought back, as many as there are slots', async () => {
  const pawl = testPawl({ url: database.url, jobs: [job] })
  await pawl.enqueueMany(job, [{ n: 1 }, { n: 2 }, { n: 3 }])
  await database.sql(`with parked as (delete from pawl.attempt returning *)
    insert into pawl.later (job_id, run_at, created_at, lane, deferrals, reason, max_attempts, failures, crashes, body, key, group_name, group_limit)
    select job_id, 'infinity', created_at, lane, 0, 'parked', 3, 0, 0, body, key, group_name, 2 from parked`)
  await sweep.runOnce()
  expect(repairs).toEqual([
    { kind: 'parked', what: 'all' },
    { kind: 'parked', what: 'all' },
  ])
  await sweep.runOnce()
  expect(repairs).toHaveLength(2)
  await pawl.drain({ keepOpen: true })
  expect(await database.sql('select from pawl.group_slot')).toEqual([])
  expect(await database.sql('select from pawl.later')).toEqual([])
})

test('a job that waits for others and that nobody looks after is looked after again', async () => {
  const pawl = testPawl({ url: database.url, jobs: [job] })
  const first = await pawl.enqueue(job, { n: 1 })
  const { id } = await pawl.enqueue(job, { n: 2 }, { after: [first.id] })
  await database.sql('delete from pawl.waiter')
  await sweep.runOnce()
  expect(repairs).toEqual([{ kind: 'waiting', what: id }])
  await pawl.drain({ keepOpen: true })
  await reaches(pawl, id, 'succeeded')
})

test('a sweep looks at a large number of keys in pages, and at the end has seen them all', async () => {
  await database.sql(`insert into pawl.key (type, key, job_id, mode, until)
    select 'tied', n::text, 1000000 + n, 'live', 'infinity' from generate_series(1, 1700) n`)
  let rounds = 0
  while ((await sweep.runOnce()) < 30_000) rounds++
  expect(rounds).toBe(3)
  expect(repairs).toHaveLength(1_700)
  expect(await database.sql('select from pawl.key')).toEqual([])
})

test('a worker that left long ago is forgotten once its leases are gone', async () => {
  const [old, recent, holder, alive] = await Promise.all(
    ['old', 'recent', 'holder', 'alive'].map((name) => ledger.worker(name)),
  )
  const left = (id: string, ms: number) =>
    database.sql(`update pawl.worker set stopped_at = clock_timestamp() - $2::float8 * interval '1 ms' where id = $1`, [
      id,
      ms,
    ])
  await left(old!.id, hourMs + 1_000)
  await left(recent!.id, hourMs - 60_000)
  await left(holder!.id, hourMs + 1_000)
  await database.sql(
    `insert into pawl.lease (lane, turn, worker, claim, base, win, xid, pos, positions)
     values (1, 1, $1, 1, '3:3:', '3:3:', '3', 1, '{}')`,
    [holder!.id],
  )
  await sweep.runOnce()
  const names = (await database.sql('select name from pawl.worker order by name')).map(({ name }) => name)
  expect(names).toEqual(['alive', 'holder', 'recent'])
  expect(repairs).toEqual([])
  expect(alive).toBeDefined()
})
