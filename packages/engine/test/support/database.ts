import pg from 'pg'
import { afterAll } from 'vitest'
import { freshDatabase } from '../../../../tools/testing/fresh-database.ts'
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

/** A fresh, migrated database for one test file, and SQL to look into it. */
export function testDatabase(): TestDatabase {
  const url = freshDatabase(rollBackPrepared)
  const clients: pg.Client[] = []
  const connect = async () => {
    const client = new pg.Client({ connectionString: url })
    // the database is dropped under open connections when the file has ended
    client.on('error', () => {})
    await client.connect()
    clients.push(client)
    return client
  }
  let main: Promise<pg.Client> | undefined

  // before the drop: hooks run in the reverse of their order
  afterAll(() => Promise.all(clients.map((client) => client.end().catch(() => {}))))

  return {
    url,
    connect,
    async sql(text, values) {
      main ??= connect()
      return (await (await main).query(text, values)).rows
    },
  }
}
