import pg from 'pg'
import { afterAll } from 'vitest'
import { freshDatabase } from './fresh-database.ts'

export type TestDatabase = {
  readonly url: string
  /** Open from `beforeAll` on, closed with the file. */
  readonly pool: pg.Pool
}

/** A fresh, migrated database for one test file, and a pool to look into it. */
export function testDatabase(): TestDatabase {
  const url = freshDatabase()
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  // the database is dropped under connections that a test has left open
  pool.on('error', () => {})
  // before the drop: hooks run in the reverse of their order
  afterAll(() => pool.end())
  return { url, pool }
}
