import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { appDatabase } from './support/app-database.ts'

const database = appDatabase()
const folder = new URL('../src/tables/statements/', import.meta.url)
const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))

test.each(files)(
  'PostgreSQL understands %s, and its header says what it is for, what it locks and which index serves it',
  async (file) => {
    const text = readFileSync(new URL(file, folder), 'utf8')
    const header = text.split('\n').filter((line) => line.startsWith('--'))
    expect(text.startsWith('--')).toBe(true)
    expect(header.join('\n')).toMatch(/Locks: [\s\S]*Index: /)
    const client = await database.pool.connect()
    try {
      // a session without a search path: handlers get connections of the engine's, which know nothing of this schema
      await client.query('set search_path to public')
      await client.query(`prepare it as ${text}`)
      const [{ parameters }] = (
        await client.query(
          `select cardinality(parameter_types) as parameters from pg_prepared_statements where name = 'it'`,
        )
      ).rows
      const named = new Set(text.match(/\$\d+/g) ?? [])
      expect(parameters).toBe(named.size)
    } finally {
      // a connection of its own for each would take most of the time
      await client.query('discard all')
      client.release()
    }
  },
)
