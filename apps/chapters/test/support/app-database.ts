import { migrateApp } from '@pawl/server'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { chapters } from '../../src/index.ts'

export type TestDatabase = {
  readonly url: string
  /** Open from `beforeAll` on, closed with the file. */
  readonly pool: pg.Pool
  /** Runs SQL and returns its rows; tables are named without the schema. */
  // biome-ignore lint/suspicious/noExplicitAny: rows are whatever the test selects
  sql(text: string, values?: unknown[]): Promise<any[]>
}

let count = 0

/** A fresh database for one test file, with the tables of the application. */
export function testDatabase(): TestDatabase {
  const template = inject('template')
  const name = `${template.replace('template', 'test')}_${process.pid}_chapters_${++count}`
  const url = new URL(inject('adminUrl'))
  url.pathname = `/${name}`
  url.searchParams.set('options', '-c search_path=chapters,public')
  const pool = new pg.Pool({ connectionString: url.href, max: 10 })
  // the database is dropped under connections that a test has left open
  pool.on('error', () => {})
  url.searchParams.delete('options')
  beforeAll(async () => {
    await admin(`create database ${name} template ${template}`)
    await migrateApp(url.href, chapters())
  })
  afterAll(async () => {
    await pool.end()
    await admin(`drop database if exists ${name} with (force)`)
  })
  return { url: url.href, pool, sql: async (text, values) => (await pool.query(text, values)).rows }
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
