import { expect, test } from 'vitest'
import { testDatabase } from '../../../tools/testing/test-database.ts'
import { defineApp, migrateApp } from '../src/index.ts'

const database = testDatabase()
const migrations = new URL('./fixtures/letters', import.meta.url)
const letters = defineApp({ name: 'old-letters', title: 'Letters', jobs: [], migrations })

test('the migrations of an application are applied once, into its schema, when several processes start at once', async () => {
  const applied = await Promise.all([1, 2, 3].map(() => migrateApp(database.url, letters)))
  const titles = applied.flat().map(({ title }) => title)
  expect(titles.sort()).toEqual(['letters', 'readers'])
  expect(await migrateApp(database.url, letters)).toEqual([])
  const { rows } = await database.pool.query(
    `select table_name from information_schema.tables where table_schema = 'old_letters'`,
  )
  expect(rows.map(({ table_name }) => table_name).sort()).toEqual(['letter', 'migration', 'reader'])
})

test('a migration that fails leaves nothing behind', async () => {
  const broken = { ...letters, name: 'broken', migrations: new URL('./fixtures/broken/', import.meta.url) }
  await expect(migrateApp(database.url, broken)).rejects.toThrow(/nonsense/)
  const { rows } = await database.pool.query(`select from pg_namespace where nspname = 'broken'`)
  expect(rows).toEqual([])
})
