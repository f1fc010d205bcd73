import { beforeAll, expect, test } from 'vitest'
import { definePhases, defineSchedule } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'
import { brokenScan } from './support/broken-scan.ts'
import { makeNumbers, numbers, numbersIn } from './support/numbers.ts'
import { patientPawl } from './support/patient-pawl.ts'

const database = testDatabase()
const { url } = database
const { fill, written } = numbersIn(database)

beforeAll(() => database.sql(makeNumbers))

test('a schedule starts a run, also over a subject whose last run has failed for good', async () => {
  const { scan, mend } = brokenScan('scan-scheduled')
  const nightly = defineSchedule({
    name: 'nightly-scan',
    cron: '0 3 1 1 *',
    job: scan.job,
    body: () => ({ subject: 'd', input: { full: true } }),
  })
  const pawl = testPawl({
    ...{ url, jobs: [], pipelines: [scan], schedules: [nightly] },
    worker: { silenceMs: 120_000 },
  })
  await fill('d', 1, 5)
  await pawl.start()
  await pawl.schedules.fire('nightly-scan')
  await until('it has failed', async () => (await pawl.pipelines.get(scan, 'd'))?.state === 'failed')
  mend()
  await pawl.schedules.fire('nightly-scan')
  await until('it is done', async () => (await pawl.pipelines.get(scan, 'd'))?.state === 'done')
  expect((await written('d')).double).toEqual({ 1: 5 })
})

test('a start can be part of a transaction of yours: its rows and the run come together, or neither does', async () => {
  const scan = definePhases('scan-in-transaction', [numbers('double')])
  const pawl = patientPawl(url, scan)
  const client = await database.connect()
  for (const end of ['rollback', 'commit']) {
    await client.query('begin')
    await client.query(`insert into number (id, subject) values (1, 'e')`)
    await pawl.enqueue(scan.job, { subject: 'e' }, { tx: client })
    await client.query(end)
  }
  await pawl.drain({ keepOpen: true })
  expect(await pawl.pipelines.runs({ subject: 'e' })).toMatchObject([{ state: 'done', phases: [{ done: 1 }] }])
})
