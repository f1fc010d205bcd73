import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { rollBackPrepared } from './roll-back-prepared.ts'

export type TestDatabase = {
  /** Known from `beforeAll` on. */
  readonly url: string
  /** Runs SQL and returns its rows. */
  // biome-ignore lint/suspicious/noExplicitAny: rows are whatever the test selects
  sql(text: string, values?: unknown[]): Promise<any[]>
  /** A connection of the test's own, closed with the file. */
  connect(): Promise<pg.Client>
}

let count = 0

/** A fresh, migrated database for one test file, and SQL to look into it. */
export function testDatabase(): TestDatabase {
  const template = inject('template')
  const name = `${template.replace('template', 'test')}_${process.pid}_${++count}`
  const url = new URL(inject('adminUrl'))
  url.pathname = `/${name}`
  const clients: pg.Client[] = []
  const connect = async () => {
    const client = new pg.Client({ connectionString: url.href })
    // the database is dropped under open connections when the file has ended
    client.on('error', () => {})
    await client.connect()
    clients.push(client)
    return client
  }
  let main: Promise<pg.Client> | undefined

  beforeAll(() => admin(`create database ${name} template ${template}`))
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
    await rollBackPrepared(url.href)
    await admin(`drop database if exists ${name} with (force)`)
  })

  return {
    url: url.href,
    connect,
    async sql(text, values) {
      main ??= connect()
      return (await (await main).query(text, values)).rows
    },
  }
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
