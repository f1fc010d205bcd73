import { advanceTime } from 'pawl/testing'
import { beforeEach, expect, test } from 'vitest'
import { cancelReport } from '../src/api/cancel-report.ts'
import { submitReport } from '../src/api/submit-report.ts'
import { takeUpRows } from '../src/tables/inserted-rows.ts'
import { appDatabase } from './support/app-database.ts'
import { bench } from './support/test-reports.ts'

const database = appDatabase()
const { sql } = database
const schedule = 'site-reports.take-up-inserted'

beforeEach(() => sql('truncate report cascade'))

/** As another program would: nothing but a url, some time ago. */
const insert = (url: string, seconds = 31, more = '') =>
  sql(
    `insert into report (url, created_at, updated_at${more === '' ? '' : ', retry_count'})
     values ($1, now() - $2 * interval '1 s', now() - $2 * interval '1 s'${more}) returning id`,
    [url, seconds],
  )

test('rows that another program has inserted are taken up, oldest first, all within one look, in batches', async () => {
  const { pawl } = await bench(database, { inserted: { batch: 2 } })
  // the schedule is known from then on
  await pawl.drain({ keepOpen: true })
  for (const n of [5, 4, 3, 2, 1]) await insert(`site-${n}.example`, 30 + n)
  await advanceTime(database.url, 10_000)
  await pawl.drain({ keepOpen: true })
  const rows = await sql('select url, address, status from report order by started_at, id')
  expect(rows.map(({ url }) => url)).toEqual([5, 4, 3, 2, 1].map((n) => `site-${n}.example`))
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['completed']))
  expect(rows[0].address).toBe('https://site-5.example/')
})

test('left alone are rows that somebody still touches, that were tried three times, and that are elsewhere', async () => {
  const { pawl } = await bench(database)
  await insert('site-10.example', 5)
  await insert('site-11.example', 31, ', 3')
  await sql(
    `insert into report (url, status, updated_at) values ('site-12.example', 'failed', now() - interval '1 hour')`,
  )
  expect((await pawl.schedules.fire(schedule)).ids).toEqual([])
  expect(await sql(`select count(*)::int as n from report where address is null`)).toEqual([{ n: 3 }])
})

test.each([
  ['not-started', ['website-analysis', 'prompt-forming', 'model-analysis']],
  ['website-analysis', ['website-analysis', 'prompt-forming', 'model-analysis']],
  ['prompt-forming', ['prompt-forming', 'model-analysis']],
  ['model-analysis', ['model-analysis']],
])('a report that another program resets to %s goes on from there', async (step, stages) => {
  const { pawl, report } = await bench(database)
  const { id } = await report(`https://site-60.example/?${step}`)
  const ran: string[] = []
  pawl.on('job.start', ({ type }) => ran.push(type.replace('site-report.', '')))
  const reset = `update report set status = 'not-started', current_step = $2, in_progress = false, retry_count = 2,
    updated_at = now() - $3 * interval '1 s' where id = $1`
  await sql(reset, [id, step, 5])
  expect((await pawl.schedules.fire(schedule)).ids).toEqual([])
  await sql(reset, [id, step, 31])
  expect((await pawl.schedules.fire(schedule)).ids).toHaveLength(1)
  expect(await sql('select status, in_progress from report where id = $1', [id])).toEqual([
    { status: 'in-progress', in_progress: true },
  ])
  await pawl.drain({ keepOpen: true })
  expect(ran.filter((type) => type !== 'submit')).toEqual(stages)
  expect(await sql('select status, retry_count from report where id = $1', [id])).toEqual([
    { status: 'completed', retry_count: 2 },
  ])
})

test('a row that asks for the last stage and has no results of the others begins at the first', async () => {
  const { pawl } = await bench(database)
  await sql(`insert into report (url, current_step, created_at, updated_at)
    values ('site-61.example', 'model-analysis', now() - interval '1 hour', now() - interval '1 hour')`)
  await pawl.schedules.fire(schedule)
  await pawl.drain({ keepOpen: true })
  expect(await sql('select status, current_step from report')).toEqual([
    { status: 'completed', current_step: 'completed' },
  ])
})

test('a report that stands still is taken up again when another program sets in_progress to false alone', async () => {
  const { pawl, api } = await bench(database)
  const { id } = await submitReport(api, 'https://site-62.example/')
  await pawl.pipelines.remove(api.stages, `${id}@site-62.example`)
  await sql(`update report set in_progress = false, updated_at = now() - interval '31 s' where id = $1`, [id])
  expect((await pawl.schedules.fire(schedule)).ids).toHaveLength(1)
  await pawl.drain({ keepOpen: true })
  expect(await sql('select status from report')).toEqual([{ status: 'completed' }])
})

test('a row is taken once, however many look for rows, and rows that another transaction holds are left', async () => {
  for (const n of [4, 3, 2, 1]) await insert(`site-${n}.example`, 30 + n)
  const [one, other] = await Promise.all([database.pool.connect(), database.pool.connect()])
  try {
    await one.query('begin')
    await other.query('begin')
    const filter = { limit: 2, untouchedMs: 30_000, maxRetries: 3 }
    const first = await takeUpRows(one, filter)
    const second = await takeUpRows(other, filter)
    await one.query('commit')
    await other.query('commit')
    expect(first.map(({ url }) => url)).toEqual(['site-4.example', 'site-3.example'])
    expect(second.map(({ url }) => url)).toEqual(['site-2.example', 'site-1.example'])
    expect(await takeUpRows(one, filter)).toEqual([])
  } finally {
    one.release()
    other.release()
  }
})

test('how many retries leave a row alone is the number of retries of a report; without any, fresh rows are taken', async () => {
  const { pawl } = await bench(database, { stages: { retries: 1 } })
  await insert('site-63.example', 31, ', 1')
  expect((await pawl.schedules.fire(schedule)).ids).toEqual([])
  const none = await bench(database, { stages: { retries: 0 } })
  await insert('site-64.example')
  expect((await none.pawl.schedules.fire(schedule)).ids).toHaveLength(1)
})

test('of two rows of one address, and of one that is under way, one report is made', async () => {
  const { pawl, api } = await bench(database)
  const { id } = await submitReport(api, 'https://site-20.example/')
  await insert('https://site-20.example/?gclid=1')
  await insert('https://site-21.example/')
  await insert('https://site-21.example/#again')
  expect((await pawl.schedules.fire(schedule)).ids).toHaveLength(1)
  const rows = await sql(`select url, status, failure_code from report where id <> $1 order by id`, [id])
  expect(rows.map(({ status, failure_code }) => failure_code ?? status)).toEqual([
    'under-way',
    'in-progress',
    'under-way',
  ])
})

test('a row whose address cannot be analysed ends with the reason, and stops nobody', async () => {
  const { pawl } = await bench(database, { inserted: { batch: 1 } })
  for (const url of ['http://127.0.0.1/', 'what is this', 'site-30.example']) await insert(url)
  expect((await pawl.schedules.fire(schedule)).ids).toHaveLength(1)
  expect(await sql('select status, failure_code from report order by id')).toEqual([
    { status: 'failed', failure_code: 'private-address' },
    { status: 'failed', failure_code: 'invalid-url' },
    { status: 'in-progress', failure_code: null },
  ])
})

test('of rows that cannot be analysed so many end in one look that its transaction stays short, and the next goes on', async () => {
  const { pawl } = await bench(database)
  await sql(`insert into report (url, created_at, updated_at)
    select 'http://127.0.0.1/', now() - interval '1 hour', now() - interval '1 hour' from generate_series(1, 501)`)
  await insert('site-35.example')
  const left = async () => (await sql(`select count(*)::int as n from report where status = 'not-started'`))[0].n
  expect((await pawl.schedules.fire(schedule)).ids).toEqual([])
  expect(await left()).toBe(2)
  expect((await pawl.schedules.fire(schedule)).ids).toHaveLength(1)
  expect(await left()).toBe(0)
})

test('a row that is cancelled before its job has submitted it is not submitted', async () => {
  const { pawl, api, sandbox } = await bench(database)
  const [{ id }] = await insert('site-40.example')
  await pawl.schedules.fire(schedule)
  await cancelReport(api, Number(id))
  await pawl.drain({ keepOpen: true })
  expect(sandbox.web.total).toBe(0)
  expect(await sql('select status from report')).toEqual([{ status: 'cancelled' }])
})

test('a site is analysed again when its time has come, and not while a report about it is under way', async () => {
  const { pawl } = await bench(database)
  const due = `update rerun set next_run_at = now() - interval '90 minutes'`
  await sql(`insert into rerun (address, every_ms) values ('https://site-50.example/', 3600000)`)
  await sql(due)
  expect((await pawl.schedules.fire('site-reports.rerun-due')).ids).toHaveLength(1)
  const [rerun] = await sql(
    `select last_report_id, next_run_at > now() as is_later, next_run_at < now() + interval '31 minutes' as on_grid from rerun`,
  )
  expect(rerun).toEqual({ last_report_id: expect.any(String), is_later: true, on_grid: true })
  await sql(due)
  expect((await pawl.schedules.fire('site-reports.rerun-due')).ids).toEqual([])
  await pawl.drain({ keepOpen: true })
  await sql(due)
  await pawl.drain({ keepOpen: true })
  await pawl.schedules.fire('site-reports.rerun-due')
  await pawl.drain({ keepOpen: true })
  expect(await sql(`select status from report`)).toEqual([{ status: 'completed' }, { status: 'completed' }])
})
