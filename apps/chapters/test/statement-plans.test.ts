import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { appDatabase } from './support/app-database.ts'

const database = appDatabase()
const folder = new URL('../src/tables/statements/', import.meta.url)
const textOf = (file: string) => readFileSync(new URL(file, folder), 'utf8')

/** What a plan reads, with statistics of a large database in mind: no sequential scan where an index should serve. */
async function planOf(file: string, values: readonly string[]): Promise<string> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local enable_seqscan = off')
    const name = file.replace('.sql', '_explained')
    await client.query(`prepare ${name} as ${textOf(file)}`)
    const { rows } = await client.query(`explain execute ${name}(${values.join(', ')})`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test.each([
  ['library_list.sql', ['1', 'null', '50'], ['library_entry_pkey', 'chapter_read_pkey', 'chapter_source_chapter']],
  ['new_chapters.sql', ['null', 'null', '50'], ['logical_chapter_newest']],
  [
    'new_chapters_of_reader.sql',
    ['null', 'null', '50', '1'],
    ['logical_chapter_newest_of_series', 'library_entry_pkey'],
  ],
  ['any_chapter_since.sql', [`'10:20:'`], ['logical_chapter_recorded']],
  ['chapters_since.sql', [`'10:20:'`, `'10:30:'`, '0', 'null', '200'], ['logical_chapter_recorded']],
  ['notifications_list.sql', ['1', 'null', '50', 'false'], ['notification_newest']],
  ['reader_of_token.sql', [`'\\x00'`], ['reader_feed_token_hash_key']],
])('%s is served by its indexes', async (file, values, indexes) => {
  const plan = await planOf(file, values)
  for (const index of indexes) expect(plan).toContain(index)
  expect(plan).not.toContain('Seq Scan')
})
