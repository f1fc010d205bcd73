import { beforeAll, beforeEach, expect, test } from 'vitest'
import { definePhases } from '../../src/index.ts'
import { scan as heldScan } from '../crashes/fixtures/pipelined.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { until } from '../support/until.ts'
import { startWorker } from '../support/worker-process.ts'
import { makeNumbers, numbers, numbersIn } from './support/numbers.ts'
import { patientPawl } from './support/patient-pawl.ts'

const database = testDatabase()
const { url } = database
const { fill, written } = numbersIn(database)

beforeAll(() => database.sql(makeNumbers))
beforeEach(() => database.sql('truncate number'))

test.each(['pipelines.cancel', 'cancel'] as const)(
  'a run that is started right after %s begins when the one before has left its row',
  async (by) => {
    const [begun, go] = [gate(), gate()]
    let [now, peak] = [0, 0]
    const scan = definePhases(`scan ${by}`, [
      numbers('double', {
        async work({ id }) {
          peak = Math.max(peak, ++now)
          if (id === 3) {
            begun.open()
            // deaf to its signal
            await go.passed
          }
          now--
        },
      }),
    ])
    const pawl = patientPawl(url, scan)
    await fill('a', 1, 5)
    const first = await pawl.pipelines.start(scan, 'a')
    await pawl.start()
    await begun.passed
    if (by === 'cancel') await pawl.cancel(first.job)
    else await pawl.pipelines.cancel(scan, 'a')
    const deferred = gate()
    const second = await pawl.pipelines.start(scan, 'a')
    expect(second.started).toBe(true)
    pawl.on('job.settle', ({ id, outcome }) => id === second.job && outcome === 'deferred' && deferred.open())
    await deferred.passed
    go.open()
    await pawl.result(second.job)
    expect(peak).toBe(1)
    expect((await written('a')).double).toEqual({ 1: 5 })
  },
)

test('a run that goes on in another process is cancelled there, and the next one does what is left', async () => {
  const pawl = patientPawl(url, heldScan)
  const worker = await startWorker({ url, name: 'far', jobs: 'pipelined', worker: { silenceMs: 120_000 } })
  await fill('b', 1, 40)
  const input = { holdIn: 'far', holdAt: 'double 15' }
  const { job } = await pawl.pipelines.start(heldScan, 'b', { input })
  await worker.said('held')
  expect(await pawl.pipelines.cancel(heldScan, 'b')).toEqual({ cancelled: true, state: 'cancelled' })
  await worker.said('job.abort')
  worker.tell('go')
  const again = await pawl.pipelines.start(heldScan, 'b')
  await pawl.result(again.job)
  expect(await written('b')).toEqual({ double: { 1: 40 }, square: { 1: 40 } })
  expect(await pawl.pipelines.runs({ subject: 'b' })).toMatchObject([
    { state: 'done', job: again.job, phases: [{ done: 30 }, { done: 40 }] },
    { state: 'cancelled', job },
  ])
  expect(await pawl.pipelines.cancel(heldScan, 'b')).toEqual({ cancelled: false, state: 'done' })
})

test('a run that waits in line, or for its turn, is cancelled before it begins', async () => {
  const pawl = patientPawl(url, heldScan)
  await fill('c', 1, 5)
  await pawl.pipelines.start(heldScan, 'c')
  expect(await pawl.pipelines.get(heldScan, 'c')).toMatchObject({ state: 'queued', startedAt: null })
  expect(await pawl.pipelines.cancel(heldScan, 'c')).toMatchObject({ cancelled: true })
  await pawl.drain({ keepOpen: true })
  expect((await written('c')).double).toEqual({ 0: 5 })
  expect(await pawl.pipelines.cancel(heldScan, 'nobody')).toEqual({ cancelled: false, state: 'unknown' })
})

test('a worker that stops leaves its run to another process, which goes on where it stood, and nothing is done twice', async () => {
  const pawl = patientPawl(url, heldScan)
  const worker = { silenceMs: 120_000, shutdownGraceMs: 1, abortGraceMs: 1 }
  const leaving = await startWorker({ url, name: 'leaving', jobs: 'pipelined', worker })
  await fill('d', 1, 40)
  const { job } = await pawl.pipelines.start(heldScan, 'd', { input: { holdIn: 'leaving', holdAt: 'square 25' } })
  await leaving.said('held')
  leaving.signal('SIGTERM')
  await leaving.exited
  expect(await written('d')).toEqual({ double: { 1: 40 }, square: { 0: 20, 1: 20 } })
  const coming = await startWorker({ url, name: 'coming', jobs: 'pipelined', worker })
  expect(await pawl.result(job)).toMatchObject({ phases: { double: { done: 40 }, square: { done: 40 } } })
  expect(await written('d')).toEqual({ double: { 1: 40 }, square: { 1: 40 } })
  expect(await pawl.pipelines.runs({ subject: 'd' })).toMatchObject([{ state: 'done', job }])
  expect(coming.count('pipeline.start')).toBe(1)
  // not a suspect, and no attempt was used
  expect(await pawl.job(job)).toMatchObject({ crashes: 0, failures: 0, deferrals: 1 })
})

test('a process that is stopped at once writes nothing of the batch it was at, and the next one does', async () => {
  const [begun, go] = [gate(), gate()]
  const scan = definePhases('scan-stopped', [
    numbers('double', {
      batch: 5,
      async work({ id }, { signal }) {
        if (id !== 8) return
        begun.open()
        signal.addEventListener('abort', () => go.open())
        await go.passed
      },
    }),
  ])
  const first = patientPawl(url, scan)
  await fill('e', 1, 20)
  const { job } = await first.pipelines.start(scan, 'e')
  await first.start()
  await begun.passed
  await first.stop({ graceMs: 0 })
  expect((await written('e')).double).toEqual({ 0: 15, 1: 5 })
  const second = patientPawl(url, scan)
  await second.start()
  await second.result(job)
  await until('it is done', async () => (await second.pipelines.get(scan, 'e'))?.state === 'done')
  expect((await written('e')).double).toEqual({ 1: 20 })
})
