import { readFileSync } from 'node:fs'
import { statementFaults, unindexedReferences } from '@pawl/app/testing'
import { beforeAll, expect, test } from 'vitest'
import { appDatabase } from './support/app-database.ts'

const database = appDatabase()
const folder = new URL('../src/tables/statements/', import.meta.url)
const textOf = (file: string) => readFileSync(new URL(file, folder), 'utf8')

test('PostgreSQL prepares all statements, and their headers name locks and indexes', async () => {
  expect(await statementFaults(database.pool, folder)).toEqual([])
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

test('every foreign key begins an index', async () => {
  expect(await unindexedReferences(database.pool, 'site_reports')).toEqual([])
})
