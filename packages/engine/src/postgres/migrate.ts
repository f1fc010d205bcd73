import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { type SearchPath, searchPath } from './search-path.ts'

/** A step of the schema; `sql` is what it runs. */
export type Migration = { readonly number: number; readonly title: string; readonly sql: string }

const folder = new URL('./migrations/', import.meta.url)
/** 0x7061776c: 'pawl'. Before the schema exists there is no oid to lock by. */
const lock = 'select pg_advisory_xact_lock(1885435756, 0)'
/** Less than the time after which PostgreSQL looks for deadlocks: if there is one, the migration gives way and not a worker. */
const patience = `set local lock_timeout = '500ms'`
/** SQLSTATEs of a lock that was not to be had in time, and of a deadlock. */
const inTheWay = new Set(['55P03', '40P01'])
const maxTries = 120
/** Those who waited behind it go first. */
const pauseMs = 100

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

/** How `pawl.migrate` goes about it. */
export type MigrateOptions = {
  /** Change nothing, and return the migrations that would be applied, with their SQL. */
  readonly dryRun?: boolean
}

/**
 * Brings the schema `pawl` up to date and returns what was applied. Ten processes that start at once migrate once. Workers of
 * the release before go on meanwhile: a migration that has to wait for them steps back and tries again, as everybody who
 * comes later would wait behind it.
 */
export async function migrate(
  url: string,
  { dryRun = false }: MigrateOptions = {},
  known: readonly Migration[] = migrations(),
  onShadowed: (role: string) => void = () => {},
): Promise<readonly Migration[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'pawl migrate' })
  await client.connect()
  try {
    if (dryRun) return await dueMigrations(client, known)
    const applied = await applyAll(client, known)
    await adoptIfForeign(client)
    const { rows } = await client.query<SearchPath>(searchPath.text)
    if (rows[0]?.shadowed) onShadowed(rows[0].role)
    return applied
  } finally {
    await client.end()
  }
}

async function applyAll(client: pg.Client, known: readonly Migration[]): Promise<readonly Migration[]> {
  const applied: Migration[] = []
  for (;;) {
    const some = await applyPatiently(client, known)
    if (some.length === 0) return applied
    applied.push(...some)
  }
}

async function applyPatiently(client: pg.Client, known: readonly Migration[]): Promise<readonly Migration[]> {
  for (let tries = 1; ; tries++) {
    try {
      return await apply(client, known)
    } catch (error) {
      await client.query('rollback')
      if (!inTheWay.has(String((error as { code?: unknown }).code)) || tries === maxTries) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

/**
 * A new schema is made whole or not at all. After that each migration is a transaction of its own: with the locks of one more
 * the next would have to wait for workers who wait for it.
 */
async function apply(client: pg.Client, known: readonly Migration[]): Promise<readonly Migration[]> {
  await client.query('begin')
  await client.query(lock)
  await client.query(patience)
  await client.query('create schema if not exists pawl')
  await client.query(
    'create table if not exists pawl.migration (number int primary key, title text not null, at timestamptz not null default now())',
  )
  const due = await dueMigrations(client, known)
  const now = due.length === known.length ? due : due.slice(0, 1)
  for (const { number, title, sql } of now) {
    await client.query(sql)
    await client.query('insert into pawl.migration (number, title) values ($1, $2)', [number, title])
  }
  await client.query('commit')
  return now
}

/** What a later release has applied is left as it is: this one goes on with it. */
async function dueMigrations(client: pg.Client, known: readonly Migration[]): Promise<readonly Migration[]> {
  const there = await client.query(`select to_regclass('pawl.migration') is not null as there`)
  if (!there.rows[0].there) return known
  const { rows } = await client.query('select number from pawl.migration')
  const done = new Set(rows.map((row) => row.number))
  return known.filter((migration) => !done.has(migration.number))
}

/** A ledger that was restored into another cluster is put right before anybody works on it. */
async function adoptIfForeign(client: pg.Client): Promise<void> {
  await client.query('begin')
  await client.query(lock)
  const { rows } = await client.query('select pawl.is_foreign() as foreign')
  if (rows[0].foreign) await client.query('select pawl.adopt()')
  await client.query('commit')
}
