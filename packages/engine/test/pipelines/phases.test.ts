import { beforeAll, beforeEach, expect, test } from 'vitest'
import { definePhases, fixed, type PhaseProgress, type WatchEvent } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { reaches } from '../support/settled.ts'
import { until } from '../support/until.ts'
import { makeNumbers, numbers, numbersIn } from './support/numbers.ts'
import { patientPawl } from './support/patient-pawl.ts'

const database = testDatabase()
const { url } = database
const { fill, written } = numbersIn(database)

beforeAll(() => database.sql(makeNumbers))
beforeEach(() => database.sql('truncate number'))

test('a run goes through its phases in batches until nothing is left, and its history says how it was', async () => {
  const batches: number[] = []
  const onWrite = (rows: readonly unknown[]) => void batches.push(rows.length)
  const scan = definePhases('scan-1', [
    numbers('double', { onWrite, label: 'Doubling', unit: 'numbers' }),
    numbers('square', { onWrite, parallel: 10, work: ({ id }) => id * id }),
  ])
  const pawl = patientPawl(url, scan)
  await fill('a', 1, 250)
  const { job, started } = await pawl.pipelines.start(scan, 'a')
  expect(started).toBe(true)
  await pawl.drain({ keepOpen: true })
  expect(batches).toEqual([100, 100, 50, 100, 100, 50])
  expect(await written('a')).toEqual({ double: { 1: 250 }, square: { 1: 250 } })
  expect(await pawl.result(job)).toMatchObject({ phases: { double: { done: 250, new: 125, failed: 0, total: 250 } } })
  const run = (await pawl.pipelines.get(scan, 'a'))!
  expect(run).toMatchObject({
    state: 'done',
    job,
    phases: [{ line: 'Doubling: 250/250 numbers' }, { line: 'square: 250/250 rows' }],
  })
  expect(run.phases.every(({ finishedAt, perSecond }) => finishedAt !== null && perSecond! > 0)).toBe(true)

  await fill('a', 251, 255)
  await pawl.pipelines.start(scan, 'a')
  await pawl.drain({ keepOpen: true })
  expect(
    (await pawl.pipelines.runs({ pipeline: 'scan-1' })).map(({ phases }) => phases.map(({ done }) => done)),
  ).toEqual([
    [5, 5],
    [250, 250],
  ])
  expect(await written('a')).toEqual({ double: { 1: 255 }, square: { 1: 255 } })
})

test('rows that come behind the cursor while it runs are done in the same run', async () => {
  const scan = definePhases('scan-2', [
    numbers('double', {
      batch: 10,
      async onWrite(rows) {
        if (rows[0]!.id === 21) await fill('b', 1, 5)
      },
    }),
  ])
  const pawl = patientPawl(url, scan)
  await fill('b', 11, 40)
  await pawl.pipelines.start(scan, 'b')
  await pawl.drain({ keepOpen: true })
  expect((await written('b')).double).toEqual({ 1: 35 })
})

test('a query that comes back with the same rows for ever fails the run and says why', async () => {
  const scan = definePhases(
    'scan-6',
    [
      {
        ...numbers('double'),
        write: async () => {},
      },
    ],
    { retry: { attempts: 1 } },
  )
  const pawl = patientPawl(url, scan)
  await fill('f', 1, 3)
  const { job } = await pawl.pipelines.start(scan, 'f')
  await pawl.drain({ keepOpen: true })
  expect(await pawl.job(job)).toMatchObject({ status: 'failed', error: { code: 'phase-standstill' } })
})

test('rows that somebody makes undone again right after they were written are no standstill', async () => {
  let again = 2
  const double = numbers('double')
  const scan = definePhases('scan-hot', [
    {
      ...double,
      async write(...args: Parameters<typeof double.write>) {
        const counts = await double.write(...args)
        if (again-- > 0) await args[0].query(`update number set double_done = 0 where subject = 'hot'`)
        return counts
      },
    },
  ])
  const pawl = patientPawl(url, scan)
  await fill('hot', 1, 2)
  const { job } = await pawl.pipelines.start(scan, 'hot')
  await pawl.drain({ keepOpen: true })
  expect(await pawl.job(job)).toMatchObject({ status: 'succeeded', failures: 0 })
  expect((await written('hot')).double).toEqual({ 1: 2 })
})

test('a run that has failed for good is taken up again by the next start, and goes on where it stood', async () => {
  let isBroken = true
  const square = numbers('square')
  const scan = definePhases(
    'scan-7',
    [
      numbers('double'),
      {
        ...square,
        undone: (...args: Parameters<typeof square.undone>) => {
          if (isBroken) throw new Error('no such table')
          return square.undone(...args)
        },
      },
    ],
    { retry: { attempts: 2, backoff: fixed({ delayMs: 1 }) } },
  )
  const pawl = patientPawl(url, scan)
  await fill('g', 1, 10)
  await pawl.start()
  const first = await pawl.pipelines.start(scan, 'g')
  await reaches(pawl, first.job, 'failed')
  expect(await pawl.pipelines.get(scan, 'g')).toMatchObject({ state: 'failed' })
  isBroken = false
  const again = await pawl.pipelines.start(scan, 'g')
  expect(again).toMatchObject({ started: true })
  expect(again.job).not.toBe(first.job)
  await reaches(pawl, again.job, 'succeeded')
  expect(await written('g')).toEqual({ double: { 1: 10 }, square: { 1: 10 } })
})

test('a run is cancelled between two batches, and the next one goes on from there', async () => {
  const [begun, go] = [gate(), gate()]
  let runs = 0
  const scan = definePhases('scan-8', [
    numbers('double', {
      batch: 10,
      async work({ id }) {
        if (id !== 35 || ++runs > 1) return
        begun.open()
        await go.passed
      },
    }),
  ])
  const pawl = patientPawl(url, scan)
  await fill('h', 1, 100)
  const { job } = await pawl.pipelines.start(scan, 'h')
  await pawl.start()
  await begun.passed
  expect(await pawl.pipelines.cancel(scan, 'h')).toEqual({ cancelled: true, state: 'cancelled' })
  go.open()
  await until('nothing runs', () => pawl.slots.every(({ state }) => state === 'idle'))
  expect((await written('h')).double).toEqual({ 0: 70, 1: 30 })
  expect(await pawl.pipelines.get(scan, 'h')).toMatchObject({ state: 'cancelled', job })
  const next = await pawl.pipelines.start(scan, 'h')
  expect(next.started).toBe(true)
  await reaches(pawl, next.job, 'succeeded')
  expect((await written('h')).double).toEqual({ 1: 100 })
  expect((await pawl.pipelines.get(scan, 'h'))!.phases[0]).toMatchObject({ done: 70 })
})

test('progress is written each hundred rows and not with each batch, and can be watched', async () => {
  const scan = definePhases('scan-9', [numbers('double', { batch: 5 })])
  const pawl = patientPawl(url, scan)
  const told: PhaseProgress[] = []
  pawl.on('phase.progress', (progress) => told.push(progress))
  await database.sql(`create table progress_write (at timestamptz)`)
  await database.sql(`create function note_write() returns trigger language plpgsql as $$
    begin insert into progress_write values (clock_timestamp()); return null; end $$`)
  await database.sql(
    `create trigger note_write after update on pawl.pipeline_phase for each row execute function note_write()`,
  )
  await fill('i', 1, 500)
  const { job } = await pawl.pipelines.start(scan, 'i')
  const seen: WatchEvent[] = []
  const watching = (async () => {
    for await (const event of pawl.watch(job)) seen.push(event)
  })()
  const startedAt = performance.now()
  await pawl.start()
  await reaches(pawl, job, 'succeeded')
  const seconds = (performance.now() - startedAt) / 1000
  await watching
  const [{ writes }] = await database.sql('select count(*)::int as writes from progress_write')
  // 100 batches: one write each hundred rows, one for each second that it took, and the last one
  expect(writes).toBeGreaterThanOrEqual(5)
  expect(writes).toBeLessThanOrEqual(5 + Math.ceil(seconds) + 1)
  expect(told.length).toBeLessThanOrEqual(writes + 1)
  expect(told.at(-1)).toMatchObject({ done: 500, total: 500, line: 'double: 500/500 rows', leftMs: 0 })
  expect(seen.filter(({ kind }) => kind === 'progress').at(-1)).toMatchObject({
    value: { done: 500, phase: 'double' },
  })
})

test.each([
  ['one after the other where the pipeline says so', { subjectsAtOnce: 1 }, 1],
  ['side by side where it does not', {}, 3],
] as const)('subjects are gone through %s, over all processes', async (_, options, most) => {
  let [now, peak, parked] = [0, 0, 0]
  const all = gate()
  const scan = definePhases(
    `scan-at-once-${most}`,
    [
      numbers('double', {
        async work() {
          peak = Math.max(peak, ++now)
          await all.passed
          now--
        },
      }),
    ],
    options,
  )
  const pawls = [1, 2, 3].map(() => patientPawl(url, scan))
  for (const subject of ['x', 'y', 'z']) {
    await fill(subject, 1, 3)
    await pawls[0]!.pipelines.start(scan, subject)
  }
  for (const pawl of pawls) pawl.on('job.park', () => parked++)
  await Promise.all(pawls.map((pawl) => pawl.start()))
  await until('all run or wait for their turn', () => now === most && parked >= 3 - most)
  all.open()
  await until('all are done', async () => {
    const runs = await pawls[0]!.pipelines.runs({ pipeline: scan.name })
    return runs.every(({ state }) => state === 'done')
  })
  expect(peak).toBe(most)
})
