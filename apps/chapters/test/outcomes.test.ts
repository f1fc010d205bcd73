import { advanceTime } from 'pawl/testing'
import { expect, test } from 'vitest'
import { appDatabase } from './support/app-database.ts'
import { TestFlow } from './support/test-flow.ts'

const database = appDatabase()
const { sql } = database

const releasesOf = (seriesSourceId: number) =>
  sql(
    `select r.source_chapter_id as id, s.chapter_number::text as number, r.title, r.version, r.is_external, r.removed_at is not null as removed
       from release r join chapter_source s on s.id = r.chapter_source_id where r.series_source_id = $1 order by 1`,
    [seriesSourceId],
  )

/** Where readers of its chapters are sent. */
const linksOf = async (seriesId: number) =>
  (
    await sql(`select sources -> 0 ->> 'url' as url from listed_chapter where series_id = $1 order by id`, [seriesId])
  ).map(({ url }) => url)

test('one that is removed before its date is not announced', async () => {
  const flow = new TestFlow(database)
  const { seriesId, seriesSourceId } = await flow.imported('withdrawn')
  const reader = await flow.reader(seriesId)
  const publishedAt = new Date(Date.now() + 3_600_000)
  flow.source.publish('withdrawn', { number: '7', publishedAt, sourceChapterId: 'w7' })
  await flow.poll(seriesSourceId)
  flow.source.remove('withdrawn', 'w7')
  await sql('update series_source set last_complete_at = null where id = $1', [seriesSourceId])
  await flow.poll(seriesSourceId)
  await sql(`update logical_chapter set published_at = now() - interval '1 s' where series_id = $1`, [seriesId])
  await advanceTime(database.url, 4_000_000)
  await flow.pawl.drain({ keepOpen: true })
  expect(await flow.toldOf(reader)).toEqual([])
})

test('a release that can no longer be read is still there', async () => {
  const flow = new TestFlow(database)
  const { seriesSourceId } = await flow.imported('odd')
  flow.source.publish('odd', { number: '1', sourceChapterId: 'o1' })
  await flow.poll(seriesSourceId)
  flow.source.remove('odd', 'o1')
  flow.source.unreadable.push({ id: 'o1', reason: 'odd' })
  await sql('update series_source set last_complete_at = null where id = $1', [seriesSourceId])
  await flow.poll(seriesSourceId)
  expect(await sql('select removed_at from release where series_source_id = $1', [seriesSourceId])).toEqual([
    { removed_at: null },
  ])
})

test('edited: the release and its chapter get the new data, and nobody is told again', async () => {
  const flow = new TestFlow(database)
  const { seriesId, seriesSourceId } = await flow.imported('edited')
  const reader = await flow.reader(seriesId)
  flow.source.publish('edited', { number: '1', title: 'Tpyo', sourceChapterId: 'e' })
  await flow.poll(seriesSourceId)
  flow.source.edit('edited', 'e', { title: 'Typo', version: 2 })
  expect(await flow.pollResult(seriesSourceId)).toMatchObject({ newChapters: 0 })
  expect(await releasesOf(seriesSourceId)).toMatchObject([{ title: 'Typo', version: 2 }])
  expect(await sql('select chapter_title from logical_chapter where series_id = $1', [seriesId])).toEqual([
    { chapter_title: 'Typo' },
  ])
  expect(await flow.toldOf(reader)).toEqual(['1'])
})

test('edited at a source that counts no versions: the same', async () => {
  const flow = new TestFlow(database)
  const { seriesSourceId } = await flow.imported('unversioned')
  flow.source.publish('unversioned', { number: '1', title: 'Before', sourceChapterId: 'u' })
  await flow.poll(seriesSourceId)
  flow.source.edit('unversioned', 'u', { title: 'After' })
  await flow.poll(seriesSourceId)
  expect(await releasesOf(seriesSourceId)).toMatchObject([{ title: 'After', version: 1 }])
})

test('edited to another number: it moves there, that chapter is news, and the latest stays where it was', async () => {
  const flow = new TestFlow(database)
  const { seriesId, seriesSourceId } = await flow.imported('renumbered')
  const reader = await flow.reader(seriesId)
  flow.source.publish('renumbered', { number: '450', sourceChapterId: 'n' })
  await flow.poll(seriesSourceId)
  flow.source.edit('renumbered', 'n', { number: '45', version: 2 })
  await flow.poll(seriesSourceId)
  expect(await releasesOf(seriesSourceId)).toMatchObject([{ number: '45' }])
  expect(await flow.toldOf(reader)).toEqual(['450', '45'])
  expect(await sql('select latest_chapter::text from series where id = $1', [seriesId])).toEqual([
    { latest_chapter: '450' },
  ])
})

test('re-uploaded under a new id: another release of the same chapter, the old one is removed, nobody is told again', async () => {
  const flow = new TestFlow(database)
  const { seriesId, seriesSourceId } = await flow.imported('again')
  const reader = await flow.reader(seriesId)
  flow.source.publish('again', { number: '3', sourceChapterId: 'old' })
  await flow.poll(seriesSourceId)
  flow.source.remove('again', 'old')
  flow.source.publish('again', { number: '3', sourceChapterId: 'new' })
  await sql('update series_source set last_complete_at = null where id = $1', [seriesSourceId])
  expect(await flow.pollResult(seriesSourceId)).toMatchObject({ newChapters: 0 })
  expect(await releasesOf(seriesSourceId)).toMatchObject([
    { id: 'new', removed: false },
    { id: 'old', removed: true },
  ])
  expect(await linksOf(seriesId)).toEqual(['https://memory.example/chapter/new'])
  expect(await sql('select count(*)::int as n from logical_chapter where series_id = $1', [seriesId])).toEqual([
    { n: 1 },
  ])
  expect(await flow.toldOf(reader)).toEqual(['3'])
})

test('removed at the source: marked by a complete look, kept, and there again when it comes back', async () => {
  const flow = new TestFlow(database)
  flow.source.publish('removed', { number: '1', sourceChapterId: 'r1' })
  const kept = flow.source.publish('removed', { number: '2', sourceChapterId: 'r2' })
  const { seriesId, seriesSourceId } = await flow.imported('removed')
  flow.source.remove('removed', 'r2')
  await flow.poll(seriesSourceId)
  expect(await releasesOf(seriesSourceId)).toMatchObject([{ removed: false }, { removed: false }])
  await sql('update series_source set last_complete_at = null where id = $1', [seriesSourceId])
  await flow.poll(seriesSourceId)
  expect(await releasesOf(seriesSourceId)).toMatchObject([
    { id: 'r1', removed: false },
    { id: 'r2', removed: true },
  ])
  expect(await sql('select latest_chapter::text from series where id = $1', [seriesId])).toEqual([
    { latest_chapter: '2' },
  ])
  flow.source.publish('removed', { ...kept })
  await flow.poll(seriesSourceId)
  expect(await releasesOf(seriesSourceId)).toMatchObject([{ removed: false }, { removed: false }])
})

test('a source that cannot show all it has removes nothing', async () => {
  const flow = new TestFlow(database)
  flow.source.publish('partial', { number: '1', sourceChapterId: 'p1' })
  const { seriesSourceId } = await flow.imported('partial')
  flow.source.isComplete = false
  flow.source.remove('partial', 'p1')
  await sql('update series_source set last_complete_at = null where id = $1', [seriesSourceId])
  await flow.poll(seriesSourceId)
  expect(await releasesOf(seriesSourceId)).toMatchObject([{ removed: false }])
})

test('external: ingested and announced as any other, and marked', async () => {
  const flow = new TestFlow(database)
  const { seriesId, seriesSourceId } = await flow.imported('external')
  const reader = await flow.reader(seriesId)
  flow.source.publish('external', { number: '1', isExternal: true, url: 'https://viz.example/1' })
  await flow.poll(seriesSourceId)
  expect(await releasesOf(seriesSourceId)).toMatchObject([{ is_external: true }])
  expect(await flow.toldOf(reader)).toEqual(['1'])
})

test('published in the future: known at once, announced and the latest when its time has come', async () => {
  const flow = new TestFlow(database)
  flow.source.publish('future', { number: '1' })
  const { seriesId, seriesSourceId } = await flow.imported('future')
  const reader = await flow.reader(seriesId)
  flow.source.publish('future', {
    number: '2',
    sourceChapterId: 'f2',
    publishedAt: new Date(Date.now() + 3 * 3_600_000),
  })
  await flow.poll(seriesSourceId)
  expect(await releasesOf(seriesSourceId)).toHaveLength(2)
  expect(await flow.toldOf(reader)).toEqual([])
  expect(await sql('select latest_chapter::text from series where id = $1', [seriesId])).toEqual([
    { latest_chapter: '1' },
  ])
  // its group has put it off: when the announcement wakes, the date has moved
  flow.source.edit('future', 'f2', { publishedAt: new Date(Date.now() + 9 * 3_600_000), version: 2 })
  await flow.poll(seriesSourceId)
  await advanceTime(database.url, 3 * 3_600_000)
  await flow.pawl.drain({ keepOpen: true })
  expect(await flow.toldOf(reader)).toEqual([])
  await sql(`update logical_chapter set published_at = now() where series_id = $1 and chapter_number = 2`, [seriesId])
  await advanceTime(database.url, 6 * 3_600_000)
  await flow.pawl.drain({ keepOpen: true })
  expect(await flow.toldOf(reader)).toEqual(['2'])
  expect(await sql('select latest_chapter::text from series where id = $1', [seriesId])).toEqual([
    { latest_chapter: '2' },
  ])
})

test('published in the future and found by the first import: no backlog, announced when its time has come', async () => {
  const flow = new TestFlow(database)
  flow.source.publish('soon', { number: '1' })
  flow.source.publish('soon', { number: '2', publishedAt: new Date(Date.now() + 3_600_000) })
  const { seriesId } = await flow.imported('soon')
  const reader = await flow.reader(seriesId)
  await sql(`update logical_chapter set published_at = now() where series_id = $1 and chapter_number = 2`, [seriesId])
  await advanceTime(database.url, 3_600_000)
  await flow.pawl.drain({ keepOpen: true })
  expect(await flow.toldOf(reader)).toEqual(['2'])
})
