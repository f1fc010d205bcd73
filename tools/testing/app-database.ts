import { defineApp, migrateApp } from '@pawl/app'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { type TestDatabase, testDatabase } from './test-database.ts'

export type AppDatabase = TestDatabase & {
  /** Runs SQL and returns its rows; tables are named without the schema. */
  // biome-ignore lint/suspicious/noExplicitAny: rows are whatever the test selects
  sql(text: string, values?: unknown[]): Promise<any[]>
}

/** A fresh database for one test file, with the tables of the application in `apps/NAME`. */
export function databaseOfApp(name: string): AppDatabase {
  const { url } = testDatabase()
  const migrations = new URL(`../../apps/${name}/src/migrations/`, import.meta.url)
  const app = defineApp({ name, title: 'The tables alone', jobs: [], migrations })
  const schema = name.replaceAll('-', '_')
  const pool = new pg.Pool({ connectionString: url, max: 10, options: `-c search_path=${schema},public` })
  pool.on('error', () => {})
  beforeAll(() => migrateApp(url, app))
  afterAll(() => pool.end())
  return { url, pool, sql: async (text, values) => (await pool.query(text, values)).rows }
}
