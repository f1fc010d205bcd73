import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'

export type TestDatabase = {
  /** It exists from `beforeAll` on. */
  readonly url: string
  /** Runs SQL and returns its rows. */
  // biome-ignore lint/suspicious/noExplicitAny: rows are whatever the test selects
  sql(text: string): Promise<any[]>
}

let count = 0

/** A fresh database for one test file: with the schema, or empty. */
export function testDatabase({ empty = false } = {}): TestDatabase {
  const template = inject('template')
  const name = `${template.replace('template', 'test')}_${process.pid}_${++count}`
  const url = new URL(inject('adminUrl'))
  url.pathname = `/${name}`
  beforeAll(() => query(inject('adminUrl'), `create database ${name}${empty ? '' : ` template ${template}`}`))
  afterAll(() => query(inject('adminUrl'), `drop database if exists ${name} with (force)`))
  return { url: url.href, sql: (text) => query(url.href, text) }
}

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
