import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, defineStages, fixed, type StageItem, stage } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { reaches } from '../support/settled.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const { url } = database

test('a process serves each stage with ten slots unless something else is said, in a stage or where it is served', async () => {
  const report = defineStages('slots', [
    stage('default', { run() {} }),
    stage('said', { slots: 2, run() {} }),
    stage('served', { slots: 2, run() {} }),
  ])
  const pawl = testPawl({ url, jobs: [], pipelines: [report], queues: { 'slots.served': { concurrency: 4 } } })
  await pawl.start()
  const slots = (name: string) => pawl.slots.filter(({ name: slot }) => slot.startsWith(`slots.${name}-`)).length
  expect([slots('default'), slots('said'), slots('served')]).toEqual([10, 2, 4])
  // the picture shows them as they are served
  const [view] = await pawl.pipelines.list()
  expect(view?.picture.pools.map(({ concurrency }) => concurrency)).toEqual([10, 2, 4])
})

test('as many items as the start rate allows start together, and no more', async () => {
  const go = gate()
  const begun: string[] = []
  const beside = defineJob({ type: 'beside', body: z.object({}), run() {} })
  const report = defineStages('together', [
    stage('only', {
      startRate: { limit: 3, perMs: 3_600_000 },
      async run({ item }: StageItem) {
        begun.push(item)
        await go.passed
      },
    }),
  ])
  const pawl = testPawl({ url, jobs: [beside], pipelines: [report] })
  for (const item of ['a', 'b', 'c', 'd', 'e']) await pawl.pipelines.submit(report, item, {})
  await pawl.start()
  // none of them ends before the third has begun
  await until('three have begun', () => begun.length === 3)
  // all lanes have been looked at again when this one has run
  await reaches(pawl, (await pawl.enqueue(beside, {})).id, 'succeeded')
  go.open()
  await until('three are done', async () => (await pawl.pipelines.items(report, { state: 'done' })).length === 3)
  await reaches(pawl, (await pawl.enqueue(beside, {})).id, 'succeeded')
  expect(begun).toEqual(['a', 'b', 'c'])
  expect(await pawl.pipelines.items(report, { state: 'queued' })).toMatchObject([{ item: 'e' }, { item: 'd' }])
})

test('a stage that ignores its abort is taken back too, and what it comes to later counts for nothing', async () => {
  await database.sql('create table effect (run int not null)')
  const late = gate()
  let runs = 0
  const report = defineStages('deaf', [
    stage('only', {
      timeoutMs: 50,
      slots: 2,
      // more than two: where the machine is slow the move of the second may take too long as well
      retry: { attempts: 100, backoff: fixed({ delayMs: 1 }) },
      async run() {
        const run = ++runs
        if (run === 1) await late.passed
        return run
      },
      write: (tx, run) => tx.query('insert into effect values ($1)', [run]),
    }),
  ])
  const pawl = testPawl({ url, jobs: [], pipelines: [report] })
  const told = gate()
  pawl.on('job.late-error', () => told.open())
  await pawl.pipelines.submit(report, 'slow', {})
  await pawl.start()
  await until('it is done', async () => (await pawl.pipelines.get(report, 'slow'))?.state === 'done')
  late.open()
  await told.passed
  const [{ run }, ...others] = await database.sql('select run from effect')
  expect([run > 1, others]).toEqual([true, []])
  expect(await pawl.pipelines.get(report, 'slow')).toMatchObject({ state: 'done', results: { only: run } })
})

test('a stage is tried again as its retry policy says, and its item has failed when that is used up', async () => {
  const tries: Record<string, number> = {}
  const report = defineStages('retried', [
    stage('only', {
      retry: { attempts: 2, backoff: fixed({ delayMs: 1 }) },
      run({ item }: StageItem) {
        tries[item] = (tries[item] ?? 0) + 1
        if (item === 'never' || tries[item] === 1) throw new Error('not yet')
      },
    }),
  ])
  const pawl = testPawl({ url, jobs: [], pipelines: [report] })
  for (const item of ['once', 'never']) await pawl.pipelines.submit(report, item, {})
  await pawl.start()
  await until('one is done', async () => (await pawl.pipelines.get(report, 'once'))?.state === 'done')
  await until('one has failed', async () => (await pawl.pipelines.get(report, 'never'))?.state === 'failed')
  expect(tries).toEqual({ once: 2, never: 2 })
})
