import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, defineSchedule, defineStages, fixed, type StageItem, stage } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const { url } = database

test('an item is submitted in your own transaction, or not at all', async () => {
  const report = defineStages('mine', [stage('only', { run() {} })])
  const pawl = testPawl({ url, jobs: [], pipelines: [report] })
  const client = await database.connect()
  await client.query('begin')
  await pawl.pipelines.submit(report, 'mine', {}, { tx: client })
  expect(await pawl.pipelines.get(report, 'mine')).toBeUndefined()
  await client.query('rollback')
  expect(await pawl.pipelines.get(report, 'mine')).toBeUndefined()
  await client.query('begin')
  await pawl.pipelines.submit(report, 'mine', {}, { tx: client })
  await client.query('commit')
  await pawl.drain({ keepOpen: true })
  expect(await pawl.pipelines.get(report, 'mine')).toMatchObject({ state: 'done' })
})

test('follow-ups of a stage are part of its move, and are refused outside of it', async () => {
  const mail = defineJob({ type: 'mail', body: z.object({ to: z.string() }), run() {} })
  const refused: unknown[] = []
  const report = defineStages('mailing', [
    stage('only', {
      async run(item, job) {
        await job.enqueue(mail, { to: item.item }).catch((error) => refused.push(error.code))
      },
      write: (_tx, _result, item, job) => job.enqueue(mail, { to: item.item }),
    }),
  ])
  const pawl = testPawl({ url, jobs: [mail], pipelines: [report] })
  await pawl.pipelines.submit(report, 'ada', undefined)
  await pawl.drain({ keepOpen: true })
  expect(refused).toEqual(['enqueue-outside-write'])
  expect(await database.sql(`select status from pawl.jobs where type = 'mail'`)).toEqual([{ status: 'succeeded' }])
})

test('stages that share a queue share its slots, and the one of higher priority goes first', async () => {
  const order: string[] = []
  const run = (name: string) => (item: StageItem) => void order.push(`${item.item} ${name}`)
  const report = defineStages('shared', [
    stage('early', { queue: 'both', slots: 1, priority: 6, run: run('early') }),
    stage('late', { queue: 'both', priority: 3, run: run('late') }),
  ])
  const pawl = testPawl({ url, jobs: [], pipelines: [report] })
  await pawl.pipelines.submit(report, 'old', {})
  await pawl.drain({ keepOpen: true })
  await pawl.pipelines.submit(report, 'new', {})
  await pawl.pipelines.retry(report, 'old', { from: 'late' })
  order.length = 0
  await pawl.drain({ keepOpen: true })
  expect(order).toEqual(['old late', 'new early', 'new late'])
})

test('a stage that is stuck for longer than its timeout is taken back and tried again', async () => {
  let runs = 0
  const report = defineStages('stuck', [
    stage('only', {
      timeoutMs: 50,
      // more than two: where the machine is slow the move of the second may take too long as well
      retry: { attempts: 100, backoff: fixed({ delayMs: 1 }) },
      run: (_, job) =>
        ++runs > 1 || new Promise((_, reject) => job.signal.addEventListener('abort', () => reject(job.signal.reason))),
    }),
  ])
  const pawl = testPawl({ url, jobs: [], pipelines: [report] })
  await pawl.pipelines.submit(report, 'slow', {})
  await pawl.start()
  await until('it is done', async () => (await pawl.pipelines.get(report, 'slow'))?.state === 'done')
  expect(runs).toBeGreaterThan(1)
})

test('an item that waits is cancelled and never runs; one that its stage puts off stays in it', async () => {
  const ran: string[] = []
  const report = defineStages('waiting', [
    stage('only', {
      run(item: StageItem, job) {
        ran.push(item.item)
        return item.item === 'put off' && ran.length === 1 ? job.defer(1, 'not yet') : 'ran'
      },
    }),
  ])
  const pawl = testPawl({ url, jobs: [], pipelines: [report] })
  await pawl.pipelines.submit(report, 'put off', {})
  await pawl.pipelines.submit(report, 'cancelled', {})
  expect(await pawl.pipelines.cancel(report, 'cancelled')).toMatchObject({ cancelled: true })
  expect(await pawl.pipelines.cancel(report, 'nobody')).toEqual({ cancelled: false, state: 'unknown' })
  await pawl.start()
  await until('it is done', async () => (await pawl.pipelines.get(report, 'put off'))?.state === 'done')
  // once more where a busy machine has let its worker be given up
  expect(ran.length).toBeGreaterThan(1)
  expect(new Set(ran)).toEqual(new Set(['put off']))
})

test('an item whose stage was cancelled as a job is cancelled, and can be submitted again', async () => {
  const report = defineStages('by-hand', [stage('only', { run() {} })])
  const pawl = testPawl({ url, jobs: [], pipelines: [report] })
  const { job, version } = await pawl.pipelines.submit(report, 'one', {})
  await pawl.cancel(job)
  expect(await pawl.pipelines.get(report, 'one')).toMatchObject({ state: 'cancelled' })
  const again = await pawl.pipelines.submit(report, 'one', {})
  expect(again.taken).toBe(true)
  expect(again.version).toBeGreaterThan(version)
})

test('a submit that is refused has written nothing in your own transaction', async () => {
  await database.sql('create table site (name text primary key, version int not null)')
  const report = defineStages('refused', [stage('only', { run: () => 'ran' })], {
    version: async (tx, item) => (await tx.query('select version from site where name = $1', [item])).rows[0]?.version,
  })
  const pawl = testPawl({ url, jobs: [], pipelines: [report] })
  await database.sql(`insert into site values ('gone', 1)`)
  await pawl.pipelines.submit(report, 'gone', {})
  await pawl.drain({ keepOpen: true })
  const before = await pawl.pipelines.get(report, 'gone')
  await database.sql('delete from site')
  const client = await database.connect()
  await client.query('begin')
  for (const item of ['gone', 'nobody']) {
    const submitted = pawl.pipelines.submit(report, item, {}, { tx: client })
    await expect(submitted).rejects.toThrow(`no row of yours for the item '${item}'`)
  }
  await client.query('commit')
  expect(await pawl.pipelines.get(report, 'nobody')).toBeUndefined()
  expect(await pawl.pipelines.get(report, 'gone')).toEqual(before)
})

test('a job submits an item, so that a schedule can; one whose row is gone is left out', async () => {
  await database.sql(`create table page (name text primary key, is_new boolean not null)`)
  await database.sql(`insert into page values ('a', true), ('b', true)`)
  const report = defineStages('scheduled', [stage('only', { run: (item: StageItem<{ n: number }>) => item.input.n })], {
    version: async (tx, item) => (await tx.query('select 1 as n from page where name = $1', [item])).rows[0]?.n,
  })
  const look = defineSchedule({
    name: 'look for pages',
    everyMs: 60_000,
    due: 'update page set is_new = false where name in (select name from page where is_new limit $1) returning name',
    job: report.job,
    body: ({ name }: { name: string }) => ({ item: name, input: { n: name.length } }),
  })
  const pawl = testPawl({ url, jobs: [], pipelines: [report], schedules: [look] })
  await pawl.schedules.fire('look for pages')
  await database.sql(`delete from page where name = 'b'`)
  await pawl.drain({ keepOpen: true })
  expect(await pawl.pipelines.get(report, 'a')).toMatchObject({ state: 'done', results: { only: 1 } })
  expect(await pawl.pipelines.get(report, 'b')).toBeUndefined()
  expect(await pawl.deadLetters.list({ type: 'scheduled.submit' })).toEqual([])
})

test('a step of a stage may keep as much as the stage itself', async () => {
  const report = defineStages('large', [
    stage('only', { maxResultBytes: 200_000, run: (_item, job) => job.step('read', () => 'x'.repeat(100_000)) }),
  ])
  const pawl = testPawl({ url, jobs: [], pipelines: [report] })
  await pawl.pipelines.submit(report, 'one', undefined)
  await pawl.drain({ keepOpen: true })
  expect(await pawl.pipelines.get(report, 'one')).toMatchObject({ state: 'done' })
})
