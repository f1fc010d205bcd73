import { beforeAll, beforeEach, expect, test } from 'vitest'
import { definePhases, PawlError, PermanentError, SourceDeferredError } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { until } from '../support/until.ts'
import { makeNumbers, numbers, numbersIn } from './support/numbers.ts'
import { patientPawl } from './support/patient-pawl.ts'

const database = testDatabase()
const { url } = database
const { fill, written } = numbersIn(database)

beforeAll(() => database.sql(makeNumbers))
beforeEach(() => database.sql('truncate number'))

test('a row that fails is recorded and stops nobody; it is tried in the next runs, up to a limit', async () => {
  let tries = 0
  let isBroken = true
  const scan = definePhases('scan-3', [
    numbers('double', {
      batch: 10,
      maxFailures: 2,
      work({ id }) {
        if (id !== 15 || !isBroken) return
        tries++
        throw new Error('fifteen is odd')
      },
    }),
    numbers('square'),
  ])
  const pawl = patientPawl(url, scan)
  const heard: string[] = []
  pawl.on('phase.failure', ({ key }) => heard.push(key))
  await fill('c', 1, 30)
  const run = async () => {
    await pawl.pipelines.start(scan, 'c')
    await pawl.drain({ keepOpen: true })
    return (await pawl.pipelines.get(scan, 'c'))!
  }
  const first = await run()
  expect(first).toMatchObject({
    state: 'done',
    phases: [{ done: 29, failed: 1, line: 'double: 29/30 rows, 1 failed' }, { done: 30 }],
  })
  expect(await pawl.pipelines.failures(scan, 'c')).toMatchObject([
    { phase: 'double', key: '15', failures: 1, run: first.id, error: { message: 'fifteen is odd' } },
  ])
  expect((await run()).phases[0]).toMatchObject({ done: 0, failed: 1 })
  // its limit is reached
  expect((await run()).phases[0]).toMatchObject({ done: 0, failed: 0, skipped: 1 })
  expect([tries, heard]).toEqual([2, ['15', '15']])
  expect(await pawl.pipelines.forgive(scan, 'c')).toBe(1)
  isBroken = false
  expect((await run()).phases[0]).toMatchObject({ done: 1, failed: 0, skipped: 0 })
  expect((await written('c')).double).toEqual({ 1: 30 })
  expect(await pawl.pipelines.failures(scan, 'c')).toEqual([])
})

test('a permanent fault of a row is given up at once, and one that was mended is forgotten', async () => {
  let isBroken = true
  const scan = definePhases('scan-4', [
    numbers('double', {
      work({ id }) {
        if (id === 3) throw new PermanentError('never')
        if (id === 4 && isBroken) throw new Error('not yet')
      },
    }),
  ])
  const pawl = patientPawl(url, scan)
  await fill('d', 1, 5)
  await pawl.pipelines.start(scan, 'd')
  await pawl.drain({ keepOpen: true })
  isBroken = false
  await pawl.pipelines.start(scan, 'd')
  await pawl.drain({ keepOpen: true })
  expect(await pawl.pipelines.failures(scan, 'd')).toMatchObject([{ key: '3', failures: 3 }])
  expect((await pawl.pipelines.get(scan, 'd'))!.phases[0]).toMatchObject({ done: 1, skipped: 1 })
})

test('a batch of which one row cannot be written is written without that one', async () => {
  await database.sql('create table square (id int primary key, check (id <> 7))')
  const scan = definePhases('scan-5', [
    numbers('double', {
      async onWrite(rows) {
        if (rows.some(({ id }) => id === 7)) await database.sql('insert into square values (7)')
      },
    }),
  ])
  const pawl = patientPawl(url, scan)
  await fill('e', 1, 20)
  await pawl.pipelines.start(scan, 'e')
  await pawl.drain({ keepOpen: true })
  expect((await written('e')).double).toEqual({ 0: 1, 1: 19 })
  expect(await pawl.pipelines.failures(scan, 'e')).toMatchObject([{ key: '7', error: { code: '23514' } }])
})

test('a source that cannot be called is no fault of a row: what is done is written, and the run waits', async () => {
  let calls = 0
  const scan = definePhases('scan-6', [
    numbers('double', {
      work({ id }) {
        if (id === 4 && ++calls === 1) throw new SourceDeferredError('mangadex', 'limited', 1, 'later')
      },
    }),
  ])
  const pawl = patientPawl(url, scan)
  await fill('f', 1, 10)
  const { job } = await pawl.pipelines.start(scan, 'f')
  await pawl.start()
  await until('it is done', async () => (await pawl.pipelines.get(scan, 'f'))?.state === 'done')
  expect((await written('f')).double).toEqual({ 1: 10 })
  expect(await pawl.pipelines.failures(scan, 'f')).toEqual([])
  expect(await pawl.job(job)).toMatchObject({ deferrals: 1, failures: 0 })
})

test('a first page of which every row fails, or was given up, holds up neither what comes after it nor the next phase', async () => {
  const scan = definePhases('scan-7', [
    numbers('double', {
      batch: 10,
      maxFailures: 2,
      work({ id }) {
        if (id <= 20) throw new Error('small numbers are hard')
      },
    }),
    numbers('square', { batch: 10 }),
  ])
  const pawl = patientPawl(url, scan)
  await fill('g', 1, 40)
  const counts = []
  for (const _ of [1, 2, 3]) {
    await pawl.pipelines.start(scan, 'g')
    await pawl.drain({ keepOpen: true })
    const run = (await pawl.pipelines.get(scan, 'g'))!
    counts.push([run.state, ...run.phases.map(({ done, failed, skipped }) => [done, failed, skipped])])
  }
  expect(counts).toEqual([
    ['done', [20, 20, 0], [40, 0, 0]],
    ['done', [0, 20, 0], [0, 0, 0]],
    ['done', [0, 0, 20], [0, 0, 0]],
  ])
})

test('what a row throws is its own failure, though it looks like one of PostgreSQL or of Pawl', async () => {
  const thrown = [
    new PawlError('timeout', 'the other side took too long'),
    Object.assign(new Error('too many clients of another database'), { code: '53300', severity: 'FATAL' }),
  ]
  const scan = definePhases('scan-8', [
    numbers('double', {
      work({ id }) {
        if (id <= thrown.length) throw thrown[id - 1]
      },
    }),
  ])
  const pawl = patientPawl(url, scan)
  await fill('h', 1, 5)
  await pawl.pipelines.start(scan, 'h')
  await pawl.drain({ keepOpen: true })
  expect((await pawl.pipelines.get(scan, 'h'))!).toMatchObject({ state: 'done', phases: [{ done: 3, failed: 2 }] })
})
