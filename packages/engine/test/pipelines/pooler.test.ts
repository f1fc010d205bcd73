import { afterAll, expect, inject, test } from 'vitest'
import { definePhases, defineStages, stage } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { startPgBouncer } from '../support/pgbouncer.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'
import { makeNumbers, numbers, numbersIn } from './support/numbers.ts'

const database = testDatabase()
const { fill, written } = numbersIn(database)
const bouncer = await startPgBouncer(inject('adminUrl'))
afterAll(() => (typeof bouncer === 'string' ? undefined : bouncer.stop()))

test('pipelines work through PgBouncer in transaction mode', async (context) => {
  if (typeof bouncer === 'string') {
    if (process.env.CI) expect.fail(bouncer)
    return context.skip(bouncer)
  }
  const url = bouncer.url(new URL(database.url).pathname.slice(1))
  await database.sql(makeNumbers)
  await fill('pooled', 1, 250)
  const scan = definePhases('pooled-scan', [numbers('double'), numbers('square')])
  const report = defineStages('pooled-report', [stage('one', { run: () => 1 }), stage('two', { run: () => 2 })])
  const pawl = testPawl({ url, jobs: [], pipelines: [scan, report], pooler: true })
  await pawl.start()
  await pawl.pipelines.start(scan, 'pooled')
  await pawl.pipelines.submit(report, 'pooled', {})
  await until('the run is done', async () => (await pawl.pipelines.get(scan, 'pooled'))?.state === 'done')
  await until('the item is done', async () => (await pawl.pipelines.get(report, 'pooled'))?.state === 'done')
  expect(await written('pooled')).toEqual({ double: { 1: 250 }, square: { 1: 250 } })
})
