import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { appDatabase } from './support/app-database.ts'

const database = appDatabase()
const folder = new URL('../src/tables/statements/', import.meta.url)
const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))
const textOf = (file: string) => readFileSync(new URL(file, folder), 'utf8')

test('PostgreSQL understands all statements, and their headers say what they are for, what they lock and which index serves them', async () => {
  for (const file of files) {
    const text = textOf(file)
    const header = text.split('\n').filter((line) => line.startsWith('--'))
    expect(text.startsWith('--'), file).toBe(true)
    expect(header.join('\n'), file).toMatch(/Locks: [\s\S]*Index: /)
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
      expect(parameters, file).toBe(new Set(text.match(/\$\d+/g) ?? []).size)
    } finally {
      // a connection of its own for each would take most of the time
      await client.query('discard all')
      client.release()
    }
  }
})

beforeAll(async () => {
  await database.sql(`insert into report (url, address, status, current_step, share_hash)
    select 'u', 'https://' || n || '.example/', case n % 2 when 0 then 'completed' else 'failed' end, 'completed', int4send(n)
      from generate_series(1, 2000) n`)
  await database.sql(`insert into report_content (report_id, content) select id, '{}' from report`)
  await database.sql('analyze')
})

/** What a plan reads, with a large database in mind: no sequential scan where an index should serve. */
async function planOf(file: string, values: string): Promise<string> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local enable_seqscan = off')
    await client.query('set local plan_cache_mode = force_generic_plan')
    await client.query(`prepare it as ${textOf(file)}`)
    const { rows } = await client.query(`explain execute it(${values})`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await client.query('rollback')
    client.release(true)
  }
}

test.each([
  ['report_under_way.sql', `'https://example.org/'`, 'report_under_way'],
  ['reports_take_up.sql', '10, 30000, 3', 'report_to_take_up'],
  ['report_newest_two.sql', `'https://example.org/'`, 'report_of_address'],
  ['address_known.sql', `'https://example.org/'`, 'report_of_address'],
  ['report_shared.sql', `'\\x00'`, 'report_share_hash_key'],
  ['rerun_due.sql', '100', 'rerun_due'],
])('%s is served by its index', async (file, values, index) => {
  expect(await planOf(file, values)).toContain(index)
})

test('whatever is removed finds what belongs to it by an index, and reads no table whole', async () => {
  const rows = await database.sql(`
    select c.conrelid::regclass::text || '.' || a.attname as "column"
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace = 'site_reports'::regnamespace and not exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1] and i.indpred is null
    )
    order by 1`)
  expect(rows).toEqual([])
})
