import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

export type StatementFault = { readonly file: string; readonly fault: string }

/**
 * Prepares every statement of a folder and returns what is wrong: a header without purpose, locks or index, SQL that PostgreSQL
 * refuses, or parameters that differ from those in the text. The session has no schema in its `search_path`, as connections of jobs.
 *
 * @example
 * ```ts
 * const db = new pg.Pool({ connectionString: process.env.DATABASE_URL })
 * const faults = await statementFaults(db, new URL('./statements/', import.meta.url))
 * console.log(faults) // []
 * await db.end()
 * ```
 */
export async function statementFaults(db: pg.Pool, folder: URL): Promise<readonly StatementFault[]> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  if (files.length === 0) return [{ file: folder.pathname, fault: 'expected statements in this folder; got none' }]
  const faults: StatementFault[] = []
  for (const file of files) {
    const text = readFileSync(new URL(file, folder), 'utf8')
    if (!/^-- .*\n(?:--.*\n)*-- Locks: (?:.|\n--)*Index: /.test(text)) {
      faults.push({ file, fault: 'expected a header with purpose, Locks: and Index:' })
    }
    const fault = await prepare(db, text)
    if (fault !== undefined) faults.push({ file, fault })
  }
  return faults
}

async function prepare(db: pg.Pool, text: string): Promise<string | undefined> {
  const client = await db.connect()
  try {
    await client.query('set search_path to public')
    await client.query(`prepare statement_of_test as ${text}`)
    const { rows } = await client.query(
      `select cardinality(parameter_types) as count from pg_prepared_statements where name = 'statement_of_test'`,
    )
    const named = new Set(text.match(/\$\d+/g) ?? []).size
    return rows[0].count === named ? undefined : `names ${named} parameters; PostgreSQL finds ${rows[0].count}`
  } catch (error) {
    return (error as Error).message
  } finally {
    // a new connection for each statement takes most of the time
    await client.query('discard all')
    client.release()
  }
}
