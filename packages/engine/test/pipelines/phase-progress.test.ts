import { beforeAll, beforeEach, expect, test } from 'vitest'
import { definePhases, type PhaseProgress, SourceDeferredError } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { until } from '../support/until.ts'
import { makeNumbers, numbers, numbersIn } from './support/numbers.ts'
import { patientPawl } from './support/patient-pawl.ts'

const database = testDatabase()
const { url } = database
const { fill } = numbersIn(database)

beforeAll(() => database.sql(makeNumbers))
beforeEach(() => database.sql('truncate number'))

test('how much there is to do is known from the beginning, and events tell nothing but progress', async () => {
  const [begun, go] = [gate(), gate()]
  const scan = definePhases('scan-1', [
    numbers('double', {
      async work() {
        begun.open()
        await go.passed
      },
    }),
  ])
  const pawl = patientPawl(url, scan)
  const told: PhaseProgress[] = []
  pawl.on('phase.progress', (progress) => told.push(progress))
  await fill('a', 1, 1_500)
  const { job } = await pawl.pipelines.start(scan, 'a')
  await pawl.start()
  await begun.passed
  expect((await pawl.pipelines.get(scan, 'a'))!.phases).toMatchObject([{ done: 0, line: 'double: 0/1,500 rows' }])
  go.open()
  await pawl.result(job)
  expect(Object.keys(told.at(-1)!).sort()).toEqual(
    [
      ...['done', 'failed', 'leftMs', 'line', 'new', 'perSecond', 'phase', 'pipeline', 'run', 'skipped', 'subject'],
      'total',
    ].sort(),
  )
  const times = told.map(({ leftMs }) => leftMs).filter((leftMs) => leftMs !== null)
  expect(times.length).toBeGreaterThan(10)
  expect(times.at(-1)).toBe(0)
})

test('what an attempt has done before it fails is counted, and its last line is true', async () => {
  const double = numbers('double', { batch: 10 })
  const scan = definePhases(
    'scan-2',
    [
      {
        ...double,
        undone(...args: Parameters<typeof double.undone>) {
          if (args[2].after === '30') throw new Error('no such table')
          return double.undone(...args)
        },
      },
    ],
    { retry: { attempts: 1 } },
  )
  const pawl = patientPawl(url, scan)
  const told: PhaseProgress[] = []
  pawl.on('phase.progress', (progress) => told.push(progress))
  await fill('b', 1, 40)
  const { job } = await pawl.pipelines.start(scan, 'b')
  await pawl.drain({ keepOpen: true })
  const [phase] = (await pawl.pipelines.get(scan, 'b'))!.phases
  expect(phase).toMatchObject({ done: 30, new: 15, total: 40, line: 'double: 30/40 rows', finishedAt: null })
  expect(told.at(-1)).toMatchObject({ line: 'double: 30/40 rows' })
  expect(await pawl.job(job)).toMatchObject({ status: 'failed', progress: { line: 'double: 30/40 rows' } })
})

test('a run that waits for a source goes on with what it has counted', async () => {
  let calls = 0
  const scan = definePhases('scan-3', [
    numbers('double', {
      batch: 10,
      work({ id }) {
        if (id === 25 && ++calls === 1) throw new SourceDeferredError('mangadex', 'limited', 1, 'later')
      },
    }),
  ])
  const pawl = patientPawl(url, scan)
  await fill('c', 1, 40)
  await pawl.pipelines.start(scan, 'c')
  await pawl.start()
  await until('it is done', async () => (await pawl.pipelines.get(scan, 'c'))?.state === 'done')
  expect((await pawl.pipelines.get(scan, 'c'))!.phases).toMatchObject([{ done: 40, new: 20, total: 40 }])
})

test('what the attempt before has not counted is known from what is left', async () => {
  const scan = definePhases('scan-4', [numbers('double', { batch: 10 })])
  const pawl = patientPawl(url, scan)
  await fill('d', 1, 40)
  await database.sql(`update number set double_done = 1 where subject = 'd' and id <= 30`)
  const { job } = await pawl.pipelines.start(scan, 'd')
  // as one leaves it that was killed before it was to write what it had counted
  await database.sql(
    `insert into pawl.pipeline_phase (run_id, phase, place, label, unit, total)
     select id, 'double', 0, 'double', 'rows', 40 from pawl.pipeline_run where subject = 'd'`,
  )
  await pawl.drain({ keepOpen: true })
  expect(await pawl.result(job)).toMatchObject({ phases: { double: { done: 40, total: 40 } } })
})

test.each([
  ['nothing', undefined],
  ['no number', Number.NaN],
  ['less than nothing', -1],
])('a count that says %s fails the run and says what is wrong', async (_, count) => {
  const scan = definePhases(`scan-${count}`, [{ ...numbers('double'), count: async () => count as number }], {
    retry: { attempts: 1 },
  })
  const pawl = patientPawl(url, scan)
  await fill('e', 1, 3)
  const { job } = await pawl.pipelines.start(scan, 'e')
  await pawl.drain({ keepOpen: true })
  expect(await pawl.job(job)).toMatchObject({
    status: 'failed',
    error: { code: 'invalid-count', message: expect.stringContaining(`0 or more; got ${count}`) },
  })
})

test('what was done before a cancel stays in the history of the run', async () => {
  const [begun, go] = [gate(), gate()]
  const scan = definePhases('scan-cancelled', [
    numbers('double', {
      batch: 10,
      async work({ id }) {
        if (id !== 31) return
        begun.open()
        await go.passed
      },
    }),
  ])
  const pawl = patientPawl(url, scan)
  await fill('cancelled', 1, 100)
  await pawl.pipelines.start(scan, 'cancelled')
  await pawl.start()
  await begun.passed
  await pawl.pipelines.cancel(scan, 'cancelled')
  go.open()
  await until('the attempt has left', async () => {
    return (await database.sql('select from pawl.pipeline_run where holder is not null')).length === 0
  })
  expect(await pawl.pipelines.get(scan, 'cancelled')).toMatchObject({
    state: 'cancelled',
    phases: [{ done: 30, total: 100, line: 'double: 30/100 rows' }],
  })
})
