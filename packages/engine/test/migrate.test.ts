import { expect, test } from 'vitest'
import { migrate, migrations } from '../src/postgres/migrate.ts'
import { testDatabase } from './support/database.ts'
import { until } from './support/until.ts'

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

test('a dry run returns the SQL of what would be applied, and changes nothing', async () => {
  await database.sql('drop schema pawl cascade')
  const all = await migrate(database.url, { dryRun: true })
  expect(all).toEqual(migrations())
  expect(all.every(({ sql }) => sql.startsWith('--'))).toBe(true)
  expect(await database.sql(`select from pg_namespace where nspname = 'pawl'`)).toEqual([])

  await migrate(database.url)
  expect(await migrate(database.url, { dryRun: true })).toEqual([])
  const newest = migrations().at(-1)!
  await database.sql('delete from pawl.migration where number = $1', [newest.number])
  expect(await migrate(database.url, { dryRun: true })).toEqual([newest])
})

test('a migration that has to wait for a lock steps back, so that nobody waits behind it, and comes through in the end', async () => {
  await database.sql('drop schema pawl cascade')
  const holder = await database.connect()
  await holder.query('begin')
  await holder.query('create schema pawl')
  const migrated = migrate(database.url)
  const waits = async () =>
    (
      await database.sql(
        `select from pg_stat_activity where application_name = 'pawl migrate' and wait_event_type = 'Lock' and datname = current_database()`,
      )
    ).length > 0
  await until('it waits', waits)
  await until('it has stepped back', async () => !(await waits()))
  await holder.query('rollback')
  expect(await migrated).toEqual(migrations())
})
