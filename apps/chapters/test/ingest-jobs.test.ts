import { createPawl } from 'pawl'
import { expect, test } from 'vitest'
import { appDatabase } from './support/app-database.ts'
import { TestFlow } from './support/test-flow.ts'

const database = appDatabase()
const { sql } = database

function bodyOf(at: { seriesId: number; seriesSourceId: number }, number: string) {
  return {
    ...{ seriesId: at.seriesId, seriesSourceId: at.seriesSourceId, chapterNumber: number, chapterTitle: null },
    ...{ chapterUrl: `https://memory.example/${number}`, publishedAt: null, sourceChapterId: `id-${number}` },
    ...{ volumeNumber: null as string | null, scanlationGroup: null, language: 'en' },
  }
}

test('one that cannot be written fails alone, and the others of its batch are written', async () => {
  const flow = new TestFlow(database)
  const at = await flow.follow('poison')
  // more digits than a number of PostgreSQL has
  const bad = { ...bodyOf(at, '2'), volumeNumber: `1${'0'.repeat(140_000)}` }
  const bodies = [bodyOf(at, '1'), bad, bodyOf(at, '3')]
  const jobs = await flow.pawl.enqueueMany(flow.jobs.ingest, bodies)
  await flow.pawl.drain({ keepOpen: true })
  const statuses = await Promise.all(jobs.map(async ({ id }) => (await flow.pawl.job(id))?.status))
  expect(statuses).toEqual(['succeeded', expect.stringMatching(/retryable|failed/), 'succeeded'])
  const rows = await sql(
    'select chapter_number::text as n from chapter_source where series_source_id = $1 order by 1',
    [at.seriesSourceId],
  )
  expect(rows.map(({ n }) => n)).toEqual(['1', '3'])
})

test('several workers that ingest the same chapters without keys make each once and announce each once', async () => {
  const flow = new TestFlow(database)
  const at = await flow.follow('crowded')
  const reader = await flow.reader(at.seriesId)
  const numbers = Array.from({ length: 60 }, (_, i) => String(i + 1))
  const ids: string[] = []
  for (let round = 0; round < 4; round++) {
    const bodies = numbers.map((number) => bodyOf(at, number))
    ids.push(...(await flow.pawl.enqueueMany(flow.jobs.ingest, bodies, { key: null })).map(({ id }) => id))
  }
  const others = [1, 2].map(() =>
    createPawl({
      url: database.url,
      jobs: [flow.jobs.ingest, flow.jobs.notify],
      migrate: false,
      worker: { pollMs: 50 },
    }),
  )
  await Promise.all(others.map((pawl) => pawl.start()))
  const results = await Promise.all(ids.map((id) => others[0]!.result<{ status: string }>(id)))
  expect(results.filter(({ status }) => status === 'created')).toHaveLength(60)
  expect(results.filter(({ status }) => status === 'updated')).toHaveLength(180)
  await Promise.all(others.map((pawl) => pawl.stop()))
  await flow.pawl.drain({ keepOpen: true })
  expect(
    await sql('select count(*)::int as n from chapter_source where series_source_id = $1', [at.seriesSourceId]),
  ).toEqual([{ n: 60 }])
  expect((await flow.toldOf(reader)).sort((a, b) => Number(a) - Number(b))).toEqual(numbers)
})

test('an ingest whose series nobody follows any more is skipped', async () => {
  const flow = new TestFlow(database)
  const at = await flow.follow('unfollowed')
  const { id } = await flow.pawl.enqueue(flow.jobs.ingest, bodyOf(at, '1'))
  await sql('delete from series where id = $1', [at.seriesId])
  await flow.pawl.drain({ keepOpen: true })
  expect(await flow.pawl.result(id)).toEqual({ status: 'skipped', reason: 'source_deleted' })
})

test('an ingest answers with its status, the chapter and its number', async () => {
  const flow = new TestFlow(database)
  const at = await flow.follow('answers')
  const resultOf = async (number: string | null) => {
    const body = { ...bodyOf(at, '45'), chapterNumber: number }
    const { id } = await flow.pawl.enqueue(flow.jobs.ingest, body)
    await flow.pawl.drain({ keepOpen: true })
    return flow.pawl.result(id)
  }
  const created = { status: 'created', chapterId: expect.any(Number), chapterNumber: '45' }
  const first = await resultOf('45')
  expect(first).toEqual(created)
  expect(await resultOf('45.0')).toEqual({ ...(first as object), status: 'updated' })
  expect(await resultOf(null)).toEqual({ ...created, chapterNumber: null })
})

test('a source without ids of its own has one release a chapter, which no complete poll takes for removed', async () => {
  const flow = new TestFlow(database)
  flow.source.publish('nameless', { number: '1', sourceChapterId: 'has-an-id' })
  const at = await flow.imported('nameless')
  const body = { ...bodyOf(at, '7'), sourceChapterId: null }
  const first = await flow.pawl.enqueue(flow.jobs.ingest, body)
  expect((await flow.pawl.job(first.id))?.key).toBe(`ingest-${at.seriesSourceId}-7`)
  expect(await flow.pawl.enqueue(flow.jobs.ingest, body)).toMatchObject({ id: first.id, duplicate: true })
  await flow.pawl.drain({ keepOpen: true })
  const { id } = await flow.pawl.enqueue(flow.jobs.ingest, { ...body, chapterNumber: '7.0', chapterTitle: 'Rain' })
  await flow.pawl.drain({ keepOpen: true })
  expect(await flow.pawl.result(id)).toMatchObject({ status: 'updated', chapterNumber: '7' })
  await sql('update series_source set last_complete_at = null where id = $1', [at.seriesSourceId])
  await flow.poll(at.seriesSourceId)
  const releases = await sql(
    `select r.title, r.removed_at from release r join chapter_source s on s.id = r.chapter_source_id
      where s.series_source_id = $1 and s.chapter_number = 7`,
    [at.seriesSourceId],
  )
  expect(releases).toEqual([{ title: 'Rain', removed_at: null }])
})

test('a chapter with neither a number nor an id is refused', async () => {
  const flow = new TestFlow(database)
  const at = await flow.follow('unnamed')
  const body = { ...bodyOf(at, '1'), chapterNumber: null, sourceChapterId: null }
  await expect(flow.pawl.enqueue(flow.jobs.ingest, body)).rejects.toThrow(
    /a chapter needs a chapterNumber or a sourceChapterId/,
  )
})
