import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

/** A step of the schema; `sql` is what it runs. */
export type Migration = { readonly number: number; readonly title: string; readonly sql: string }

const folder = new URL('./migrations/', import.meta.url)

export function migrations(): readonly Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d{4}_.*\.sql$/.test(file))
    .sort()
    .map((file) => ({
      number: Number(file.slice(0, 4)),
      title: file.slice(5, -4),
      sql: readFileSync(new URL(file, folder), 'utf8'),
    }))
}

/** Brings the schema `pawl` up to date and returns what was applied. Ten processes that start at once migrate once. */
export async function migrate(url: string): Promise<readonly Migration[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'pawl migrate' })
  await client.connect()
  try {
    await client.query('begin')
    // 0x7061776c: 'pawl'. Before the schema exists there is no oid to lock by.
    await client.query('select pg_advisory_xact_lock(1885435756, 0)')
    await client.query('create schema if not exists pawl')
    await client.query(
      'create table if not exists pawl.migration (number int primary key, title text not null, at timestamptz not null default now())',
    )
    const { rows } = await client.query('select number from pawl.migration')
    const done = new Set(rows.map((row) => row.number))
    const due = migrations().filter((migration) => !done.has(migration.number))
    for (const migration of due) {
      await client.query(migration.sql)
      await client.query('insert into pawl.migration (number, title) values ($1, $2)', [
        migration.number,
        migration.title,
      ])
    }
    await client.query('commit')
    await adoptIfForeign(client)
    return due
  } finally {
    await client.end()
  }
}

/** A ledger that was restored into another cluster is put right before anybody works on it. */
async function adoptIfForeign(client: pg.Client): Promise<void> {
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock(1885435756, 0)')
  const { rows } = await client.query('select pawl.is_foreign() as foreign')
  if (rows[0].foreign) await client.query('select pawl.adopt()')
  await client.query('commit')
}
