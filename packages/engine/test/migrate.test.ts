import { expect, test } from 'vitest'
import { migrate, migrations } from '../src/postgres/migrate.ts'
import { testDatabase } from './support/database.ts'

const database = testDatabase()

test('ten processes that start at once migrate once', async () => {
  await database.sql('drop schema pawl cascade')
  const applied = await Promise.all(Array.from({ length: 10 }, () => migrate(database.url)))
  expect(applied.map((list) => list.length).sort((a, b) => b - a)).toEqual([migrations().length, ...Array(9).fill(0)])
  expect(await database.sql('select number from pawl.migration order by 1')).toEqual(
    migrations().map(({ number }) => ({ number })),
  )
})

test('a migration that fails leaves the schema as it was', async () => {
  await database.sql('drop schema pawl cascade')
  await database.sql('create schema pawl')
  await database.sql('create table pawl.worker (in_the_way int)')
  await expect(migrate(database.url)).rejects.toThrow(/already exists/)
  expect(await database.sql(`select from pg_tables where schemaname = 'pawl'`)).toHaveLength(1)
})
