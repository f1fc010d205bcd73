import { expect, test } from 'vitest'
import { removeSeries } from '../src/tables/followed-series.ts'
import { ingestReleases } from '../src/tables/ingest-releases.ts'
import { appDatabase } from './support/app-database.ts'
import { ingest, release, series } from './support/ingest.ts'

const database = appDatabase()
const { sql } = database

const latest = async (seriesId: number) =>
  (await sql('select latest_chapter::text from series where id = $1', [seriesId]))[0].latest_chapter
const count = async (table: string, seriesId: number) =>
  (
    await sql(
      table === 'logical_chapter'
        ? 'select count(*)::int as n from logical_chapter where series_id = $1'
        : `select count(*)::int as n from ${table} t join series_source s on s.id = t.series_source_id where s.series_id = $1`,
      [seriesId],
    )
  )[0].n

test('45, 45.0 and 045 are one chapter, and 45.5 is another', async () => {
  const [at] = await series(database)
  const ingested = await ingest(
    database,
    ['45', '45.0', '045', '45.5'].map((number) => release(at!, { number })),
  )
  expect(new Set(ingested.slice(0, 3).map((each) => each?.chapterId)).size).toBe(1)
  expect(ingested[3]?.chapterId).not.toBe(ingested[0]?.chapterId)
  expect(await count('logical_chapter', at!.seriesId)).toBe(2)
  expect(await count('chapter_source', at!.seriesId)).toBe(2)
  expect(await count('release', at!.seriesId)).toBe(4)
})

test('decimals are exact: 0.1 + 0.2 is not 0.3 to a float, and is to a chapter', async () => {
  const [at] = await series(database)
  const long = '1234567890.12345678901234567890'
  const ingested = await ingest(database, [release(at!, { number: '0.3' }), release(at!, { number: long })])
  const rows = await sql(
    'select id, chapter_number::text as number from logical_chapter where series_id = $1 order by id',
    [at!.seriesId],
  )
  expect(rows.map(({ number }) => number)).toEqual(['0.3', long])
  expect(await ingest(database, [release(at!, { number: '0.30' })])).toMatchObject([
    { status: 'updated', chapterId: ingested[0]?.chapterId },
  ])
})

test('a second ingest of the same chapter updates, and makes no row', async () => {
  const [at] = await series(database)
  const upload = release(at!, { number: '7', sourceChapterId: 'seven' })
  expect(await ingest(database, [upload])).toMatchObject([{ status: 'created', isNews: true }])
  const before = await sql(`select updated_at from release where source_chapter_id = 'seven'`)
  expect(await ingest(database, [upload])).toMatchObject([{ status: 'updated', isNews: false }])
  expect(await count('release', at!.seriesId)).toBe(1)
  const [after] = await sql(`select updated_at, version from release where source_chapter_id = 'seven'`)
  expect(after.updated_at > before[0].updated_at).toBe(true)
})

test('the same chapter from another source is an event of its own under the same chapter', async () => {
  const [first, second] = await series(database, 2)
  const [one] = await ingest(database, [release(first!, { number: '12' })])
  const [two] = await ingest(database, [release(second!, { number: '12.0' })])
  expect(two).toEqual({ chapterId: one?.chapterId, status: 'created', isNews: false })
  expect(await count('logical_chapter', first!.seriesId)).toBe(1)
  expect(await count('chapter_source', first!.seriesId)).toBe(2)
})

test('two sources in one batch make one chapter, and it is news once', async () => {
  const [first, second] = await series(database, 2)
  const [one, two] = await ingest(database, [release(first!, { number: '3' }), release(second!, { number: '3' })])
  expect(one?.chapterId).toBe(two?.chapterId)
  expect([one, two]).toMatchObject([{ status: 'created' }, { status: 'created' }])
})

test('one-shots of one source are told apart by their ids, and never raise the latest chapter', async () => {
  const [first, second] = await series(database, 2)
  const uploads = [
    release(first!, { number: null, sourceChapterId: 'x' }),
    release(first!, { number: null, sourceChapterId: 'y' }),
    release(second!, { number: null, sourceChapterId: 'x' }),
  ]
  await ingest(database, uploads)
  await ingest(database, uploads)
  expect(await count('logical_chapter', first!.seriesId)).toBe(3)
  expect(await latest(first!.seriesId)).toBeNull()
})

test('a release that covers several numbers stands under the first and raises the latest to the last', async () => {
  const [at] = await series(database)
  await ingest(database, [release(at!, { number: '191', lastNumber: '200' })])
  expect(await latest(at!.seriesId)).toBe('200')
  expect(
    await sql('select chapter_number::text, last_number::text from logical_chapter where series_id = $1', [
      at!.seriesId,
    ]),
  ).toEqual([{ chapter_number: '191', last_number: '200' }])
})

test('the latest chapter never goes down, whatever the order of arrival', async () => {
  const [at] = await series(database)
  let most = 0
  for (const number of ['5', '4', '6', '5.5', '0', '10.5', '10', '9']) {
    await ingest(database, [release(at!, { number })])
    most = Math.max(most, Number(number))
    expect(Number(await latest(at!.seriesId))).toBe(most)
  }
})

test('many transactions that ingest the same chapters at once make each once, and one of them has the news', async () => {
  const [first, second] = await series(database, 2)
  const numbers = Array.from({ length: 40 }, (_, i) => String(i + 1))
  const shuffled = (seed: number) => [...numbers].sort((a, b) => ((Number(a) * seed) % 41) - ((Number(b) * seed) % 41))
  const runs = await Promise.all(
    [3, 5, 7, 11, 13, 17, 19, 23].map((seed) =>
      ingest(
        database,
        shuffled(seed).map((number) =>
          release(seed % 4 === 3 ? first! : second!, { number, sourceChapterId: `race-${number}` }),
        ),
      ),
    ),
  )
  const news = runs.flat().filter((each) => each?.isNews)
  expect(news).toHaveLength(40)
  expect(new Set(news.map((each) => each?.chapterId)).size).toBe(40)
  expect(runs.flat().filter((each) => each?.status === 'created')).toHaveLength(80)
  expect(await count('logical_chapter', first!.seriesId)).toBe(40)
  expect(await count('chapter_source', first!.seriesId)).toBe(80)
  expect(await count('release', first!.seriesId)).toBe(80)
  expect(await latest(first!.seriesId)).toBe('40')
})

test('better data comes in, and nothing overwrites what is known with nothing', async () => {
  const [at] = await series(database)
  const known = { number: '8', sourceChapterId: 'eight' }
  const full = { title: 'The title', volume: '2', group: 'Group', language: 'en' }
  await ingest(database, [release(at!, { ...known, title: null, publishedAt: null, language: null })])
  await ingest(database, [release(at!, { ...known, ...full })])
  await ingest(database, [
    release(at!, { ...known, title: null, volume: null, group: null, language: null, publishedAt: null }),
  ])
  const rows = await sql(
    `select c.chapter_title, c.volume_number::text, c.published_at, r.title, r.language, r.scanlation_group
       from logical_chapter c join chapter_source s on s.chapter_id = c.id join release r on r.chapter_source_id = s.id
      where c.series_id = $1`,
    [at!.seriesId],
  )
  expect(rows).toEqual([
    {
      ...{ chapter_title: 'The title', volume_number: '2', published_at: new Date('2026-01-01T00:00:00Z') },
      ...{ title: 'The title', language: 'en', scanlation_group: 'Group' },
    },
  ])
})

test('an older version that comes late does not undo an edit', async () => {
  const [at] = await series(database)
  const known = { number: '9', sourceChapterId: 'nine' }
  await ingest(database, [release(at!, { ...known, title: 'Second', version: 2 })])
  await ingest(database, [release(at!, { ...known, title: 'First', version: 1 })])
  expect(await sql(`select title, version from release where source_chapter_id = 'nine'`)).toEqual([
    { title: 'Second', version: 2 },
  ])
})

test('what belongs to a series that was taken away is left out, and the rest is written', async () => {
  const [at] = await series(database)
  const gone = { seriesId: at!.seriesId, seriesSourceId: 999_999 }
  expect(await ingest(database, [release(gone), release(at!)])).toMatchObject([undefined, { status: 'created' }])
})

test('a series can be removed while a chapter of it is written', async () => {
  const [at] = await series(database)
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query('select id from series_source where id = $1 for key share', [at!.seriesSourceId])
  const removed = removeSeries(database.pool, at!.seriesId)
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await sql(waiting)).length === 0);
  await ingestReleases(client, [release(at!)], { isBacklog: false, announce: async () => {} })
  await client.query('commit')
  client.release()
  expect(await removed).toBe(true)
})
