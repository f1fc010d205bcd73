import type pg from 'pg'
import { identity } from '../server/identity.ts'

/** SQLSTATEs of a database that another process created a moment ago. */
const createdMeanwhile = ['42P04', '23505']

/** Creates the database of applications when there is none: initdb makes `postgres` and the templates only. */
export async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query('SELECT FROM pg_database WHERE datname = $1', [identity.database])
  if (rows.length > 0) return
  try {
    await client.query(`CREATE DATABASE ${identity.database}`)
  } catch (error) {
    if (!createdMeanwhile.includes(String((error as { readonly code?: unknown }).code))) throw error
  }
}
