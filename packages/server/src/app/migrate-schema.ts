import { readdirSync, readFileSync } from 'node:fs'
import { PawlError } from 'pawl'
import type pg from 'pg'

/** One step of a schema that was applied. */
export type AppliedStep = { readonly number: number; readonly title: string }

type Step = AppliedStep & { readonly sql: string }

/**
 * Brings one schema up to date from a folder of `NNNN_title.sql` and returns what was applied. Steps name their tables without
 * the schema. Each is a transaction of its own; several processes that start at once apply each step once.
 */
export async function migrateSchema(
  client: pg.ClientBase,
  schema: string,
  folder: URL,
): Promise<readonly AppliedStep[]> {
  const applied: AppliedStep[] = []
  for (const step of readSteps(folder)) {
    if (await apply(client, schema, step)) applied.push({ number: step.number, title: step.title })
  }
  return applied
}

/** False: it was applied before. */
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
