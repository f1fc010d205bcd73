import { expect, test } from 'vitest'
import { defineStages, PermanentError, type StageItem, stage } from '../../src/index.ts'
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
