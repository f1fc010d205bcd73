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
