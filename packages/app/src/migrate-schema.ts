import { readdirSync, readFileSync } from 'node:fs'
import { type MigrateOptions, type Migration, PawlError } from 'pawl'
import type pg from 'pg'

type Step = { readonly number: number; readonly title: string; readonly sql: string }

/** A schema and the folder of its `NNNN_title.sql`. */
export type SchemaSource = { readonly schema: string; readonly folder: URL }

/**
 * Brings one schema up to date and returns the applied migrations. Migrations name their tables without the schema. Each is a
 * transaction of its own; several processes that start at once apply each one once. A role that may only read the schema is enough
 * when no migration is due.
 *
 * @example
 * ```ts
 * const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
 * await client.connect()
 * await migrateSchema(client, { schema: 'letters', folder: new URL('./migrations/', import.meta.url) })
 * await client.end()
 * ```
 */
export async function migrateSchema(
  client: pg.ClientBase,
  { schema, folder }: SchemaSource,
  { dryRun = false }: MigrateOptions = {},
): Promise<readonly Migration[]> {
  const applied: Migration[] = []
  for (const step of await due(client, schema, readSteps(folder))) {
    if (dryRun || (await apply(client, schema, step))) applied.push(asRun(client, schema, step))
  }
  return applied
}

async function due(client: pg.ClientBase, schema: string, steps: readonly Step[]): Promise<readonly Step[]> {
  const table = `${client.escapeIdentifier(schema)}.migration`
  const { rows: found } = await client.query('select to_regclass($1) is not null as there', [table])
  if (!found[0].there) return steps
  const { rows } = await client.query(`select number from ${table}`)
  const done = new Set(rows.map(({ number }) => number))
  return steps.filter(({ number }) => !done.has(number))
}

/** The SQL with the schema and the `search_path` that a migration relies on. */
function asRun(client: pg.ClientBase, schema: string, { number, title, sql }: Step): Migration {
  const name = client.escapeIdentifier(schema)
  return { number, title, sql: `create schema if not exists ${name};\nset search_path to ${name}, public;\n${sql}` }
}

/** False: another process has applied it. */
async function apply(client: pg.ClientBase, schema: string, { number, title, sql }: Step): Promise<boolean> {
  const name = client.escapeIdentifier(schema)
  await client.query('begin')
  try {
    // before the schema exists there is nothing of its own to lock
    await client.query('select pg_advisory_xact_lock(1885435756, hashtext($1))', [`pawl migrate ${schema}`])
    await client.query(`create schema if not exists ${name}`)
    await client.query(
      `create table if not exists ${name}.migration (number int primary key, title text not null, at timestamptz not null default now())`,
    )
    const { rowCount } = await client.query(
      `insert into ${name}.migration (number, title) values ($1, $2) on conflict do nothing`,
      [number, title],
    )
    if (rowCount === 1) {
      await client.query(`set local search_path to ${name}, public`)
      await client.query(sql)
    }
    await client.query('commit')
    return rowCount === 1
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

function readSteps(folder: URL): readonly Step[] {
  const path = folder.href.endsWith('/') ? folder : new URL(`${folder.href}/`)
  const files = readdirSync(path).filter((file) => file.endsWith('.sql'))
  return files.sort().map((file) => {
    const [, number, title] = /^(\d{4})_(.+)\.sql$/.exec(file) ?? []
    if (number === undefined || title === undefined) {
      throw new PawlError('invalid-migration', `a migration is named like 0001_tables.sql; got ${file}`)
    }
    return { number: Number(number), title, sql: readFileSync(new URL(file, path), 'utf8') }
  })
}
