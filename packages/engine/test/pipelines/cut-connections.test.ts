import { beforeAll, expect, test } from 'vitest'
import { definePhases, type Tx } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { loseCommit } from '../support/lose-commit.ts'
import { reaches } from '../support/settled.ts'
import { until } from '../support/until.ts'
import { makeNumbers, numbers, numbersIn } from './support/numbers.ts'
import { patientPawl } from './support/patient-pawl.ts'

const database = testDatabase()
const { url } = database
const { fill, written } = numbersIn(database)

beforeAll(() => database.sql(makeNumbers))

test('a run whose connections are cut between work and write goes on, and writes nothing twice', async () => {
  const [begun, go] = [gate(), gate()]
  let held = false
  const scan = definePhases('scan-7', [
    numbers('double', {
      batch: 10,
      async onWrite(rows) {
        if (rows[0]!.id !== 11 || held) return
        held = true
        begun.open()
        await go.passed
      },
    }),
  ])
  const pawl = patientPawl(url, scan)
  await fill('g', 1, 40)
  const { job } = await pawl.pipelines.start(scan, 'g')
  await pawl.start()
  await begun.passed
  await database.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pawl commit' and datname = current_database()`,
  )
  go.open()
  await until('it is done', async () => (await pawl.pipelines.get(scan, 'g'))?.state === 'done')
  expect((await written('g')).double).toEqual({ 1: 40 })
  expect(await pawl.pipelines.failures(scan, 'g')).toEqual([])
  expect(await pawl.job(job)).toMatchObject({ failures: 0 })
})

test('a batch that was committed, but nobody heard of it, is not written a second time', async () => {
  const way = await loseCommit(url)
  let tries = 0
  const scan = definePhases('scan-8', [
    numbers('double', {
      batch: 10,
      onWrite(rows) {
        if (rows[0]!.id === 11 && ++tries === 1) way.loseNext()
      },
    }),
  ])
  const pawl = patientPawl(way.url, scan)
  await fill('h', 1, 40)
  const { job } = await pawl.pipelines.start(scan, 'h')
  await pawl.start()
  await until('it is done', async () => (await pawl.pipelines.get(scan, 'h'))?.state === 'done')
  expect([way.lost, tries]).toEqual([1, 1])
  expect((await written('h')).double).toEqual({ 1: 40 })
  expect(await pawl.pipelines.failures(scan, 'h')).toEqual([])
  expect(await pawl.job(job)).toMatchObject({ failures: 0 })
})

test.each(['404', 'ECONNREFUSED', '40P01'])(
  'a code like %s of somebody else is the fault of its row, and is not waited for',
  async (code) => {
    let tries = 0
    const scan = definePhases(`scan-${code}`, [
      numbers('double', {
        onWrite(rows) {
          if (!rows.some(({ id }) => id === 3)) return
          tries++
          throw Object.assign(new Error('another service says no'), { code })
        },
      }),
    ])
    const pawl = patientPawl(url, scan)
    await fill(code, 1, 5)
    await pawl.pipelines.start(scan, code)
    await pawl.drain({ keepOpen: true })
    expect((await written(code)).double).toEqual({ 0: 1, 1: 4 })
    // with its batch, and alone
    expect(tries).toBe(2)
    expect(await pawl.pipelines.failures(scan, code)).toMatchObject([{ key: '3', error: { code } }])
  },
)

test('a batch that meets another transaction is written again, and not worked on again', async () => {
  let [tries, worked] = [0, 0]
  const double = numbers('double', { work: () => void worked++ })
  const scan = definePhases('scan-9', [
    {
      ...double,
      async write(...args: Parameters<typeof double.write>) {
        const said = await double.write(...args)
        if (++tries < 3) await args[0].query(`do $$ begin raise exception 'a deadlock' using errcode = '40P01'; end $$`)
        return said
      },
    },
  ])
  const pawl = patientPawl(url, scan)
  await fill('i', 1, 5)
  await pawl.pipelines.start(scan, 'i')
  await pawl.drain({ keepOpen: true })
  expect([tries, worked]).toEqual([3, 5])
  expect((await written('i')).double).toEqual({ 1: 5 })
})

test('a batch that breaks its connection each time is deferred in the end, and no row is blamed', async () => {
  let tries = 0
  const double = numbers('double')
  const scan = definePhases(
    'scan-10',
    [
      {
        ...double,
        async write(tx: Tx) {
          tries++
          await tx.query('select pg_terminate_backend(pg_backend_pid())')
        },
      },
    ],
    { retry: { attempts: 1 } },
  )
  const pawl = patientPawl(url, scan)
  await fill('j', 1, 5)
  const { job } = await pawl.pipelines.start(scan, 'j')
  await pawl.drain({ keepOpen: true })
  expect(await pawl.job(job)).toMatchObject({ status: 'scheduled', failures: 0, error: { code: 'no-connection' } })
  expect(tries).toBe(6)
  expect(await pawl.pipelines.failures(scan, 'j')).toEqual([])
})

test('a run whose first or last word was committed, but nobody heard of it, goes on and ends', async () => {
  const way = await loseCommit(url)
  const scan = definePhases('scan-11', [numbers('double')])
  const pawl = patientPawl(way.url, scan)
  await fill('k', 1, 5)
  const { job } = await pawl.pipelines.start(scan, 'k')
  let starts = 0
  pawl.on('job.start', () => {
    if (++starts === 1) way.loseNext()
  })
  pawl.on('phase.end', () => way.loseNext())
  await pawl.start()
  await reaches(pawl, job, 'succeeded')
  expect(way.lost).toBe(2)
  expect(await pawl.pipelines.get(scan, 'k')).toMatchObject({ state: 'done', phases: [{ done: 5 }] })
  expect(await pawl.job(job)).toMatchObject({ failures: 0 })
})
