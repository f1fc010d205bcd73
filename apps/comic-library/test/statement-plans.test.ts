import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { appDatabase } from './support/app-database.ts'
import { addLibraryRow, addSeriesRows } from './support/rows.ts'

const database = appDatabase()
const folder = new URL('../src/tables/statements/', import.meta.url)

beforeAll(async () => {
  await addSeriesRows(database.pool, await addLibraryRow(database.pool), 'One', [{}, {}])
})

/** What a plan reads, with statistics of a large database in mind: no sequential scan where an index should serve. */
async function planOf(name: string, values: readonly string[]): Promise<string> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local enable_seqscan = off')
    await client.query('set local enable_bitmapscan = off')
    await client.query(`prepare ${name} as ${readFileSync(new URL(`${name}.sql`, folder), 'utf8')}`)
    const { rows } = await client.query(`explain execute ${name}(${values.join(', ')})`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test.each([
  ['series_listed', ['null', 'null', `'a'`, '1', '50', '1'], ['series_by_name', 'series_progress_pkey']],
  [
    'issues_of_series',
    ['1', `'a'`, `'b'`, '50', '1'],
    ['file_of_series', 'file_metadata_pkey', 'reading_progress_pkey'],
  ],
  ['issue_show', ['1', '1'], ['file_pkey', 'file_metadata_pkey']],
  ['issues_newest', ['10', '50', 'null'], ['file_pkey', 'file_metadata_pkey']],
  ['issues_reading', ['1', '20'], ['reading_progress_newest', 'file_pkey']],
  ['issues_next', ['1', '20'], ['series_progress_pkey', 'file_pkey']],
  ['issue_place', ['1'], ['file_pkey', 'library_pkey']],
  ['skipped_list', ['1', 'null', '50'], ['file_metadata_warned', 'skipped_pkey']],
  ['reader_of_token', [`'\\x00'`], ['reader_feed_token_hash_key']],
  ['progress_list', ['1', 'null', 'null', '50'], ['reading_progress_newest']],
  ['progress_hold', ['1'], ['file_pkey', 'library_pkey']],
  ['series_mark_read', ['1', '1'], ['file_of_series']],
] as const)('%s is served by its indexes', async (name, values, indexes) => {
  const plan = await planOf(name, values)
  for (const index of indexes) expect(plan).toContain(index)
  expect(plan).not.toContain('Seq Scan')
})
