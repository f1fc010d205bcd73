import { expect, test } from 'vitest'
import { appDatabase } from './support/app-database.ts'
import { ingest, release, series } from './support/ingest.ts'

const database = appDatabase()
const { sql } = database

/** The whole row of a chapter at its source, as JSON, so that a new column is compared too. */
const chapterSourceOf = async (seriesSourceId: number) => {
  const rows = await sql('select to_jsonb(s) as row from chapter_source s where series_source_id = $1', [
    seriesSourceId,
  ])
  expect(rows).toHaveLength(1)
  return rows[0].row
}

test('a chapter that is ingested again gets the new time and the new address at its source, and nothing else', async () => {
  const [at] = await series(database)
  const upload = { number: '7', sourceChapterId: 'moved' }
  await ingest(database, [release(at!, { ...upload, url: 'https://old.example/7' })])
  const { detected_at, source_url, ...rest } = await chapterSourceOf(at!.seriesSourceId)
  expect(source_url).toBe('https://old.example/7')
  await ingest(database, [release(at!, { ...upload, url: 'https://new.example/7', title: 'The Move' })])
  const after = await chapterSourceOf(at!.seriesSourceId)
  expect(after).toEqual({ ...rest, source_url: 'https://new.example/7', detected_at: after.detected_at })
  expect(after.detected_at > detected_at).toBe(true)
})

test('an older version that arrives late does not bring the old address back', async () => {
  const [at] = await series(database)
  const upload = { number: '7', sourceChapterId: 'late' }
  await ingest(database, [release(at!, { ...upload, url: 'https://new.example/7', version: 2 })])
  await ingest(database, [release(at!, { ...upload, url: 'https://old.example/7', version: 1 })])
  expect(await chapterSourceOf(at!.seriesSourceId)).toMatchObject({ source_url: 'https://new.example/7' })
})

test('of several releases the first one gives the address', async () => {
  const [at] = await series(database)
  const uploads = ['a', 'b'].map((id) =>
    release(at!, { number: '7', sourceChapterId: id, url: `https://x.example/${id}` }),
  )
  await ingest(database, uploads)
  await ingest(database, [...uploads].reverse())
  expect(await chapterSourceOf(at!.seriesSourceId)).toMatchObject({ source_url: 'https://x.example/b' })
})

test('the source that had a chapter first stays first in lists when it has the chapter again', async () => {
  const [first, second] = await series(database, 2)
  const upload = release(first!, { number: '3' })
  await ingest(database, [upload])
  await ingest(database, [release(second!, { number: '3' })])
  await ingest(database, [upload])
  const [{ sources }] = await sql('select sources from listed_chapter where series_id = $1', [first!.seriesId])
  expect(sources.map(({ source }: { source: string }) => source)).toEqual(['source-0', 'source-1'])
})
