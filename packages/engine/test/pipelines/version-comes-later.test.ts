import { expect, test } from 'vitest'
import { defineStages, stage } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'

const database = testDatabase()
const { url } = database

test('items that are under way when a pipeline begins to ask for versions go on, and are checked from their next stage on', async () => {
  await database.sql('create table site (name text primary key, version int not null)')
  await database.sql(`insert into site values ('same', 1), ('changed', 1), ('gone', 1)`)
  const [first, second, third] = ['first', 'second', 'third'].map((name) => stage(name, { run: () => name })) as never[]
  const before = defineStages('late', [first!, second!, third!])
  const client = testPawl({ url, jobs: [], pipelines: [before] })
  for (const item of ['same', 'changed', 'gone']) await client.pipelines.submit(before, item, {})
  await database.sql(`delete from site where name = 'gone'`)

  const changing = stage('second', {
    run: ({ item }) => database.sql(`update site set version = 2 where name = $1 and name = 'changed'`, [item]),
  })
  const after = defineStages('late', [first!, changing, third!], {
    version: async (tx, item) => (await tx.query('select version from site where name = $1', [item])).rows[0]?.version,
  })
  const pawl = testPawl({ url, jobs: [], pipelines: [after] })
  await pawl.drain({ keepOpen: true })
  const items = await pawl.pipelines.items(after)
  expect(items.map(({ item, stage, state, reason }) => [item, stage, state, reason]).sort()).toEqual([
    ['changed', 'second', 'cancelled', 'changed'],
    ['gone', 'first', 'cancelled', 'deleted'],
    ['same', 'third', 'done', null],
  ])
})
