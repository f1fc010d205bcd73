import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { appDatabase } from './support/app-database.ts'

const database = appDatabase()
const db = database.pool

/** Many rows of which PostgreSQL knows nothing yet: as after a first import. */
beforeAll(async () => {
  for (const table of [
    'series',
    'series_source',
    'logical_chapter',
    'chapter_source',
    'release',
    'reader',
    'library_entry',
  ])
    await db.query(`alter table chapters.${table} set (autovacuum_enabled = false)`)
  await db.query(`insert into chapters.series (title) select 'S' || n from generate_series(1, 50) n`)
  await db.query(`insert into chapters.series_source (series_id, source_name, source_id, source_url)
    select id, 'x', id::text, 'https://x' from chapters.series`)
  await db.query(`insert into chapters.logical_chapter (series_id, chapter_number)
    select s.id, n from chapters.series s, generate_series(1, 200) n`)
  await db.query(`insert into chapters.chapter_source (series_source_id, chapter_id, chapter_number, source_url)
    select ss.id, c.id, c.chapter_number, 'https://x' from chapters.logical_chapter c join chapters.series_source ss using (series_id)`)
  await db.query(`insert into chapters.release (chapter_source_id, series_source_id, source_chapter_id, language, url)
    select cs.id, cs.series_source_id, cs.id || l, l, 'https://x' from chapters.chapter_source cs, unnest(array['en', 'de']) l`)
  await db.query(`insert into chapters.reader (name, languages) values ('ada', '{en}')`)
  await db.query(
    'insert into chapters.library_entry (reader_id, series_id) select r.id, s.id from chapters.reader r, chapters.series s',
  )
})

test.each([
  ['library_list', '1, null, 50'],
  ['new_chapters', 'null, null, 50'],
  ['new_chapters_of_reader', 'null, null, 50, 1'],
  ['series_chapters', '1, null, null, 50'],
  ['chapters_since', `'1:1:', '1000000:1000000:', 0, 1, 50`],
  ['notifications_list', '1, null, 50, false'],
  ['chapter_listed', '1'],
])('%s looks releases up, whatever PostgreSQL knows of them', async (name, values) => {
  const text = readFileSync(new URL(`../src/tables/statements/${name}.sql`, import.meta.url), 'utf8')
  const client = await db.connect()
  try {
    await client.query(`prepare ${name} as ${text}`)
    const { rows } = await client.query(`explain execute ${name}(${values})`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('release_chapter_source')
    expect(plan).not.toMatch(/Seq Scan on (release|chapter_source|logical_chapter)/)
  } finally {
    client.release()
  }
})
