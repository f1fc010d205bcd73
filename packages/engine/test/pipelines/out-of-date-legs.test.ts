import { expect, test } from 'vitest'
import { defineStages, fixed, PermanentError, type StageItem, stage } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const { url } = database
type Numbered = StageItem<{ n: number }>

/** Without telling its stage, as somebody does it who cleans up in SQL. */
const deleteItem = (item: string) => database.sql('delete from pawl.pipeline_item where item = $1', [item])

test('what a stage did for an item that was deleted and submitted anew meanwhile is not taken for the new one', async () => {
  const [begun, go] = [gate(), gate()]
  const report = defineStages('anew', [
    stage('first', {
      async run({ input }: Numbered) {
        if (input.n > 1) return `of ${input.n}`
        begun.open()
        await go.passed
        return 'of the deleted one'
      },
    }),
    stage('second', { run: ({ results }) => results.first }),
  ])
  const pawl = testPawl({ url, jobs: [], pipelines: [report] })
  const left: string[] = []
  pawl.on('pipeline.leave', ({ reason }) => left.push(reason))
  const old = await pawl.pipelines.submit(report, 'one', { n: 1 })
  await pawl.start()
  await begun.passed
  await deleteItem('one')
  await pawl.queues.pause('anew.first')
  const anew = await pawl.pipelines.submit(report, 'one', { n: 2 })
  expect(anew.version).toBeGreaterThan(old.version)
  go.open()
  await until('the old one has left', () => left.length === 1)
  await pawl.queues.resume('anew.first')
  await until('it is done', async () => (await pawl.pipelines.get(report, 'one'))?.state === 'done')
  expect(left).toEqual(['moved'])
  expect(await pawl.pipelines.get(report, 'one')).toMatchObject({ results: { first: 'of 2', second: 'of 2' } })
})

test('the dead letter of an item that was deleted and submitted anew does nothing to the new one when it is replayed', async () => {
  const ran: number[] = []
  const report = defineStages('letters', [
    stage('only', {
      run({ input }: Numbered) {
        ran.push(input.n)
        if (input.n === 1) throw new PermanentError('not this one')
        return input.n
      },
    }),
  ])
  const pawl = testPawl({ url, jobs: [], pipelines: [report] })
  const { job: letter } = await pawl.pipelines.submit(report, 'one', { n: 1 })
  await pawl.drain({ keepOpen: true })
  await deleteItem('one')
  await pawl.pipelines.submit(report, 'one', { n: 2 })
  await pawl.deadLetters.replay(letter)
  await pawl.drain({ keepOpen: true })
  expect(ran).toEqual([1, 2])
  expect(await pawl.pipelines.get(report, 'one')).toMatchObject({ state: 'done', results: { only: 2 } })
})

test('an item that is submitted inside of its own write is under way, and is not taken', async () => {
  const answers: unknown[] = []
  const report = defineStages(
    'itself',
    ['first', 'last'].map((name) =>
      stage(name, {
        run: ({ input }: Numbered) => input.n,
        async write(tx, _result, { item }) {
          answers.push(await pawl.pipelines.submit(report, item, { n: 2 }, { tx }))
          answers.push(await pawl.pipelines.retry(report, item, { tx, from: 'first' }))
        },
      }),
    ),
  )
  const pawl = testPawl({ url, jobs: [], pipelines: [report] })
  await pawl.pipelines.submit(report, 'one', { n: 1 })
  await pawl.drain({ keepOpen: true })
  const [first, last] = [
    { taken: false, state: 'running', stage: 'first' },
    { taken: false, state: 'running', stage: 'last' },
  ]
  expect(answers).toMatchObject([first, first, last, last])
  expect(await pawl.pipelines.get(report, 'one')).toMatchObject({ state: 'done', results: { first: 1, last: 1 } })
  expect(await pawl.pipelines.submit(report, 'one', { n: 2 })).toMatchObject({ taken: true })
})

test.each(['first', 'last'])('a write in %s that changes the row of its own item is rolled back', async (where) => {
  let writes = 0
  const failures: string[] = []
  const report = defineStages(
    `by-hand-${where}`,
    ['first', 'last'].map((name) =>
      stage(name, {
        retry: { attempts: 2, backoff: fixed({ delayMs: 1 }) },
        run: () => name,
        async write(tx, _result, { item }) {
          if (name !== where || ++writes > 1) return
          await tx.query('update pawl.pipeline_item set version = version + 1000 where item = $1', [item])
        },
      }),
    ),
  )
  const pawl = testPawl({ url, jobs: [], pipelines: [report] })
  pawl.on('job.settle', ({ error }) => error instanceof Error && failures.push(error.message))
  await pawl.pipelines.submit(report, where, {})
  await pawl.drain({ keepOpen: true })
  expect(failures).toEqual([
    `the item '${where}' of 'by-hand-${where}' was changed inside of the write of its own stage '${where}'; nothing was written`,
  ])
  expect(await pawl.pipelines.get(report, where)).toMatchObject({ state: 'done' })
})
