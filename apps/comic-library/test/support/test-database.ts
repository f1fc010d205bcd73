import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'

export type TestDatabase = {
  readonly url: string
  /** Open from `beforeAll` on, closed with the file. */
  readonly pool: pg.Pool
}

let count = 0

/** A fresh, migrated database for one test file. */
export function testDatabase(): TestDatabase {
  const template = inject('template')
  const name = `${template.replace('template', 'test')}_${process.pid}_comics_${++count}`
  const url = new URL(inject('adminUrl'))
  url.pathname = `/${name}`
  const pool = new pg.Pool({ connectionString: url.href, max: 10 })
  // the database is dropped under connections that a test has left open
  pool.on('error', () => {})
  beforeAll(() => admin(`create database ${name} template ${template}`))
  afterAll(async () => {
    await pool.end()
    await admin(`drop database if exists ${name} with (force)`)
  })
  return { url: url.href, pool }
}

async function admin(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('adminUrl') })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
