import { expect, test } from 'vitest'
import { defineStages, fixed, type StageItem, stage } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const { url } = database
const retry = { attempts: 1, backoff: fixed({ delayMs: 1 }) }

test('items that submit each other while they move cost no attempt: the one that PostgreSQL rolls back moves again', async () => {
  const both = gate()
  const writes: string[] = []
  const runs: string[] = []
  const report = defineStages('crossing', [
    stage('only', {
      retry,
      run: ({ item }: StageItem<{ other: string | null }>) => void runs.push(item),
      async write(tx, _result, { item, input }) {
        if (input.other === null) return
        if (writes.push(item) === 2) both.open()
        await both.passed
        await pawl.pipelines.submit(report, input.other, { other: null }, { tx })
      },
    }),
  ])
  // a deadlock takes a second to be found, in which a busy machine may hear nothing of a worker
  const pawl = testPawl({ url, jobs: [], pipelines: [report], worker: { silenceMs: 60_000 } })
  const warnings: string[] = []
  pawl.on('job.log', ({ message }) => warnings.push(message))
  await pawl.pipelines.submit(report, 'a', { other: 'b' })
  await pawl.pipelines.submit(report, 'b', { other: 'a' })
  await pawl.start()
  await until('both have moved', async () => {
    const items = await pawl.pipelines.items(report)
    return writes.length > 2 && items.every(({ state }) => state === 'done')
  })
  expect(await pawl.deadLetters.list()).toEqual([])
  // its function is not asked again; the third run is of the item that the other one has submitted
  expect(runs).toHaveLength(3)
  expect(new Set(warnings)).toEqual(new Set(['the move is made again: deadlock detected']))
})

test('a submit that PostgreSQL rolls back so that another transaction can go on is made again', async () => {
  await database.sql('create table site (name text primary key, version int not null)')
  await database.sql(`insert into site values ('one', 1)`)
  let asked = 0
  const report = defineStages('rolled-back', [stage('only', { run: () => 'ran' })], {
    async version(tx, item) {
      if (++asked === 1) await tx.query(`do $$ begin raise exception 'try again' using errcode = '40001'; end $$`)
      return (await tx.query('select version from site where name = $1', [item])).rows[0]?.version
    },
  })
  const pawl = testPawl({ url, jobs: [], pipelines: [report] })
  expect(await pawl.pipelines.submit(report, 'one', {})).toMatchObject({ taken: true })
  await pawl.drain({ keepOpen: true })
  expect(await pawl.pipelines.get(report, 'one')).toMatchObject({ state: 'done' })
})

test('a move that is rolled back each time fails its attempt after some tries', async () => {
  let writes = 0
  const report = defineStages('never', [
    stage('only', {
      retry,
      run: () => 'ran',
      write(tx) {
        writes++
        return tx.query(`do $$ begin raise exception 'try again' using errcode = '40001'; end $$`)
      },
    }),
  ])
  const pawl = testPawl({ url, jobs: [], pipelines: [report] })
  await pawl.pipelines.submit(report, 'one', {})
  await pawl.drain({ keepOpen: true })
  expect(writes).toBe(5)
  expect(await pawl.pipelines.get(report, 'one')).toMatchObject({ state: 'failed' })
})
