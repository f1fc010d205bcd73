import { migrateApp } from '@pawl/app'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tools/testing/test-database.ts'
import { chapters } from '../../src/index.ts'

export type AppDatabase = TestDatabase & {
  /** Runs SQL and returns its rows; tables are named without the schema. */
  // biome-ignore lint/suspicious/noExplicitAny: rows are whatever the test selects
  sql(text: string, values?: unknown[]): Promise<any[]>
}

/** A fresh database for one test file, with the tables of the application. */
export function appDatabase(): AppDatabase {
  const { url } = testDatabase()
  const pool = new pg.Pool({ connectionString: url, max: 10, options: '-c search_path=chapters,public' })
  pool.on('error', () => {})
  beforeAll(() => migrateApp(url, chapters()))
  afterAll(() => pool.end())
  return { url, pool, sql: async (text, values) => (await pool.query(text, values)).rows }
}
