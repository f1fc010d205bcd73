import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type DueScheduleOptions, defineJob, defineSchedule, type PawlEvents } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { scheduleRows } from './support/schedule-rows.ts'
import { testScheduler } from './support/test-scheduler.ts'

const database = testDatabase()
const { due, row, bodies } = scheduleRows(database)
const Body = z.object({ id: z.number() })
const job = defineJob({ type: 'check', body: Body, run() {} })
const takeDue = `
  update series set next_check_at = now() + interval '1 hour', checks = checks + 1
   where id in (select id from series where next_check_at <= now() order by next_check_at limit $1 for update skip locked)
  returning id`

type Options = Partial<DueScheduleOptions<typeof Body, { id: number }>>

function scheduler(options: Options = {}) {
  const body = (series: { id: number }) => ({ id: series.id })
  const schedule = defineSchedule({ name: 'checks', everyMs: 60_000, job, due: takeDue, body, ...options })
  return testScheduler(database.url, [schedule])
}

beforeEach(async () => {
  await database.sql(`
    drop table if exists series;
    create table series (id int primary key, next_check_at timestamptz not null, checks int not null default 0);
    create index series_due on series (next_check_at);
    delete from pawl.schedule; delete from pawl.attempt`)
})

const fill = (count: number) =>
  database.sql(`insert into series select n, now() - interval '1 s' from generate_series(1, $1::int) n`, [count])

test('what is due gets its jobs and is advanced, at once for a schedule that is new', async () => {
  await fill(3)
  await database.sql(`insert into series values (9, now() + interval '1 hour')`)
  const one = scheduler()
  await one.tick()
  expect((await bodies('check')).map(({ id }) => id).sort()).toEqual([1, 2, 3])
  expect(await database.sql('select count(*)::int as due from series where next_check_at <= now()')).toEqual([
    { due: 0 },
  ])
  await due('checks')
  await one.tick()
  expect(await bodies('check')).toHaveLength(3)
})

test('a row says how urgent its job is, whom it calls and what makes it one', async () => {
  await fill(2)
  const options = ({ id }: { id: number }) => ({ priority: id, source: `source-${id}`, key: `check-${id}` })
  await scheduler({ options }).tick()
  await database.sql(`update series set next_check_at = now()`)
  await due('checks')
  await scheduler({ options }).tick()
  expect(await database.sql('select priority, source, key from pawl.jobs order by priority')).toEqual([
    { priority: 1, source: 'source-1', key: 'check-1' },
    { priority: 2, source: 'source-2', key: 'check-2' },
  ])
})

test('rows get the ids of their jobs in the transaction that enqueues them, also those of jobs that hold a key', async () => {
  await fill(3)
  await database.sql('alter table series add job text')
  const enqueued: Options['enqueued'] = async (tx, rows) => {
    for (const { row, id } of rows) await tx.query('update series set job = $2 where id = $1', [row.id, id])
  }
  const one = scheduler({ enqueued, batch: 2, options: ({ id }) => ({ key: `with-id-${id === 3 ? 1 : id}` }) })
  await one.tick()
  const jobs = await database.sql('select body, id as job from pawl.jobs order by number')
  expect(jobs.map(({ body }) => body)).toEqual([{ id: 1 }, { id: 2 }])
  const [first, second] = jobs.map(({ job }) => job)
  expect(await database.sql('select id, job from series order by id')).toEqual([
    { id: 1, job: first },
    { id: 2, job: second },
    { id: 3, job: first },
  ])
})

test('rows whose ids cannot be written get no jobs', async () => {
  await fill(1)
  const one = scheduler({
    enqueued: async (tx) => {
      await tx.query('select 1 / 0')
    },
  })
  const errors: unknown[] = []
  one.events.on('schedule.error', ({ error }) => void errors.push(error))
  await one.tick()
  expect(errors).toEqual([expect.objectContaining({ message: 'division by zero' })])
  expect(await bodies('check')).toEqual([])
  expect(await database.sql('select checks from series')).toEqual([{ checks: 0 }])
})

test('an option that a fire cannot have fails the look and says so', async () => {
  await fill(1)
  const one = scheduler({ options: () => ({ delayMs: 5 }) as object })
  const errors: unknown[] = []
  one.events.on('schedule.error', ({ error }) => void errors.push(error))
  await one.tick()
  expect(errors).toEqual([
    expect.objectContaining({ message: expect.stringMatching(/'checks'.*'delayMs'.*priority/s) }),
  ])
})

test('a look goes in batches, each a transaction, until one is short', async () => {
  await fill(25)
  const one = scheduler({ batch: 10 })
  const batches: number[] = []
  one.events.on('schedule.fire', ({ ids }) => void batches.push(ids.length))
  await one.tick()
  expect(batches).toEqual([10, 10, 5])
  const { next_at: nextAt, last_tick: lastTick } = await row('checks')
  expect(nextAt - lastTick).toBe(60_000)
})

test('rows that somebody else has locked are passed over, and come with the next look', async () => {
  await fill(5)
  const editor = await database.connect()
  await editor.query('begin; select from series where id = 2 for update')
  const one = scheduler()
  await one.tick()
  expect(await bodies('check')).toHaveLength(4)
  await editor.query('rollback')
  await due('checks')
  await one.tick()
  expect((await bodies('check')).at(-1)).toEqual({ id: 2 })
})

test('when a batch fails neither its rows are advanced nor its jobs enqueued; the batches before stand', async () => {
  await fill(25)
  let faulty = true
  const body = ({ id }: { id: number }) => {
    if (faulty && id === 17) throw new Error('seventeen')
    return { id }
  }
  const one = scheduler({ batch: 10, body, due: takeDue.replace('order by next_check_at', 'order by id') })
  const errors: PawlEvents['schedule.error'][] = []
  one.events.on('schedule.error', (event) => errors.push(event))
  await one.tick()
  expect(await bodies('check')).toHaveLength(10)
  expect(await database.sql('select sum(checks)::int as checks from series')).toEqual([{ checks: 10 }])
  expect(errors).toMatchObject([{ schedule: 'checks', error: { message: 'seventeen' } }])
  faulty = false
  await database.sql('update pawl.schedule set retry_at = null')
  await one.tick()
  expect(await bodies('check')).toHaveLength(25)
})

test('a query that does not advance its rows is stopped after one batch, and says what it must do', async () => {
  await fill(30)
  const one = scheduler({ batch: 10, due: 'select id from series order by id limit $1' })
  const errors: PawlEvents['schedule.error'][] = []
  one.events.on('schedule.error', (event) => errors.push(event))
  await one.tick()
  expect(await bodies('check')).toHaveLength(10)
  expect(errors).toMatchObject([{ error: { code: 'not-advanced' }, failures: 1 }])
  // its first batch succeeds each time, and its failures are counted all the same
  await database.sql('update pawl.schedule set retry_at = null')
  await one.tick()
  expect(errors[1]).toMatchObject({ failures: 2 })
})

test('a query that does not keep to its limit is refused: memory must stay bounded', async () => {
  await fill(30)
  const one = scheduler({ batch: 10, due: async (tx) => (await tx.query('select id from series')).rows })
  const errors: PawlEvents['schedule.error'][] = []
  one.events.on('schedule.error', (event) => errors.push(event))
  await one.tick()
  expect(errors).toMatchObject([{ error: { code: 'too-many-rows' } }])
  expect(await bodies('check')).toEqual([])
})

test('by hand one batch is taken, and the look that is due comes as before', async () => {
  await fill(25)
  const one = scheduler({ batch: 10 })
  const { ids } = await one.schedules.fire('checks')
  expect(ids).toHaveLength(10)
  await one.tick()
  expect(await bodies('check')).toHaveLength(25)
})

test('30,000 due rows are enqueued once each by several processes, never more than a batch in one transaction', async () => {
  const rows = 30_000
  await fill(rows)
  const most: number[] = []
  const takeBatch: Options['due'] = async (tx, limit) => {
    const batch = (await tx.query(takeDue, [limit])).rows
    most.push(batch.length)
    return batch
  }
  const schedulers = Array.from({ length: 3 }, () => scheduler({ due: takeBatch }))
  const fires = schedulers.map(({ events }) => {
    let count = 0
    events.on('schedule.fire', () => void count++)
    return () => count
  })
  // whoever has the row takes the next batch; the others look again, as their services would
  await Promise.all(
    schedulers.map(async (one) => {
      const client = await database.connect()
      const isDue = async () => (await client.query('select from series where next_check_at <= now() limit 1')).rowCount
      do await one.tick()
      while (await isDue())
    }),
  )
  const [counts] = await database.sql(
    `select count(*)::int as jobs, count(distinct body->>'id')::int as series from pawl.jobs where type = 'check'`,
  )
  expect(counts).toEqual({ jobs: rows, series: rows })
  expect(await database.sql('select min(checks) as least, max(checks) as most from series')).toEqual([
    { least: 1, most: 1 },
  ])
  expect(Math.max(...most)).toBe(1_000)
  expect(fires.map((count) => count()).reduce((sum, count) => sum + count)).toBe(rows / 1_000)
})
