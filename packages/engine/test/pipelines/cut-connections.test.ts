import { beforeAll, expect, test } from 'vitest'
import { definePhases } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { loseCommit } from '../support/lose-commit.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'
import { makeNumbers, numbers, numbersIn } from './support/numbers.ts'

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
  const pawl = testPawl({ url, jobs: [], pipelines: [scan] })
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
  const pawl = testPawl({ url: way.url, jobs: [], pipelines: [scan] })
  await fill('h', 1, 40)
  const { job } = await pawl.pipelines.start(scan, 'h')
  await pawl.start()
  await until('it is done', async () => (await pawl.pipelines.get(scan, 'h'))?.state === 'done')
  expect([way.lost, tries]).toEqual([1, 1])
  expect((await written('h')).double).toEqual({ 1: 40 })
  expect(await pawl.pipelines.failures(scan, 'h')).toEqual([])
  expect(await pawl.job(job)).toMatchObject({ failures: 0 })
})
