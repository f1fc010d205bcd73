import { beforeAll, beforeEach, expect, test } from 'vitest'
import { definePhases } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { reaches } from '../support/settled.ts'
import { until } from '../support/until.ts'
import { brokenScan } from './support/broken-scan.ts'
import { makeNumbers, numbers, numbersIn } from './support/numbers.ts'
import { patientPawl } from './support/patient-pawl.ts'

const database = testDatabase()
const { url } = database
const { fill, written } = numbersIn(database)

beforeAll(() => database.sql(makeNumbers))
beforeEach(() => database.sql('truncate number'))

test.each(['start', 'replay'] as const)('a run that has failed stays so when the next one comes by %s', async (by) => {
  const { scan, mend } = brokenScan(`scan-${by}`)
  const pawl = patientPawl(url, scan)
  await fill(by, 1, 5)
  await pawl.start()
  const { job } = await pawl.pipelines.start(scan, by)
  await reaches(pawl, job, 'failed')
  const [failed] = await pawl.pipelines.runs({ subject: by })
  expect(failed).toMatchObject({ state: 'failed', job, endedAt: expect.any(Date) })
  mend()
  if (by === 'start') await pawl.pipelines.start(scan, by)
  else await pawl.deadLetters.replay(job)
  await until('the next one is done', async () => (await pawl.pipelines.get(scan, by))?.state === 'done')
  expect((await written(by)).double).toEqual({ 1: 5 })
  const [next, before] = await pawl.pipelines.runs({ subject: by })
  expect(before).toEqual(failed)
  expect(next).toMatchObject({ state: 'done', phases: [{ done: 5 }] })
  expect(next!.job).not.toBe(job)
})

test('a run whose job was cancelled by hand stays cancelled when its job is forgotten', async () => {
  const scan = definePhases('scan-by-hand', [numbers('double')])
  const pawl = patientPawl(url, scan)
  const first = await pawl.pipelines.start(scan, 'c')
  await pawl.cancel(first.job)
  const second = await pawl.pipelines.start(scan, 'c')
  await pawl.drain({ keepOpen: true })
  await pawl.result(second.job)
  await database.sql(`truncate pawl.attempt, pawl.outcome`)
  expect((await pawl.pipelines.runs({ subject: 'c' })).map(({ state }) => state)).toEqual(['done', 'cancelled'])
})
