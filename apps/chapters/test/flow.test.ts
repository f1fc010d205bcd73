import { spyOnEnqueues } from 'pawl/testing'
import { expect, test } from 'vitest'
import { appDatabase } from './support/app-database.ts'
import { TestFlow } from './support/test-flow.ts'

const database = appDatabase()
const { sql } = database

test('what is due is polled, what is new is ingested, and its readers are told', async () => {
  const flow = new TestFlow(database)
  flow.source.publish('flow', { number: '1' })
  const { seriesId, seriesSourceId } = await flow.imported('flow')
  const reader = await flow.reader(seriesId)
  flow.source.publish('flow', { number: '2', publishedAt: new Date() })
  await sql('update series_source set next_check_at = now() where id = $1', [seriesSourceId])
  await flow.pawl.schedules.fire('chapters.poll-due')
  await flow.pawl.drain({ keepOpen: true })
  expect(await flow.toldOf(reader)).toEqual(['2'])
  expect(
    await sql('select latest_chapter, last_chapter_at is not null as at from series where id = $1', [seriesId]),
  ).toEqual([{ latest_chapter: '2', at: true }])
})

test('jobs are as urgent as their tier, and keyed by series and tick', async () => {
  const flow = new TestFlow(database)
  await sql('delete from series')
  for (const tier of ['HOT', 'WARM', 'COLD']) {
    const { seriesSourceId } = await flow.follow(`tier ${tier}`)
    await sql('update series_source set sync_priority = $2, next_check_at = now() where id = $1', [
      seriesSourceId,
      tier,
    ])
  }
  const { ids } = await flow.pawl.schedules.fire('chapters.poll-due')
  const jobs = await Promise.all(ids.map((id) => flow.pawl.job(id)))
  const [{ tick }] = await sql('select floor(extract(epoch from now()) / 300)::int as tick')
  const rows = await sql('select id, sync_priority from series_source order by id')
  expect(
    jobs
      .map((job) => ({ priority: job?.priority, key: job?.key, source: job?.source }))
      .sort((a, b) => a.priority! - b.priority!),
  ).toEqual(
    rows.map(({ id }, i) => ({
      priority: i + 1,
      key: expect.stringMatching(new RegExp(`^poll-${id}-(${tick}|${tick - 1})$`)),
      source: 'memory',
    })),
  )
  await flow.pawl.drain({ keepOpen: true })
})

test('when more is due than one batch takes, sources are enqueued tier by tier, the longest due first', async () => {
  const flow = new TestFlow(database, { polling: { batch: 2 } })
  await sql('delete from series')
  // the slow tiers are due for longer
  const dueForMs = { HOT: 1_000, WARM: 60_000, COLD: 3_600_000 }
  for (const [tier, ms] of Object.entries(dueForMs)) {
    for (const n of [1, 2, 3]) {
      const { seriesSourceId } = await flow.follow(`${tier} ${n}`)
      await sql(
        `update series_source set sync_priority = $2, next_check_at = now() - $3 * interval '1 ms' where id = $1`,
        [seriesSourceId, tier, ms + n * 10_000],
      )
    }
  }
  const taken: string[][] = []
  for (let batch = 0; batch < 5; batch++) {
    const { ids } = await flow.pawl.schedules.fire('chapters.poll-due')
    const jobs = await Promise.all(ids.map((id) => flow.pawl.job(id)))
    const polled = jobs.map((job) => (job!.body as { seriesSourceId: number }).seriesSourceId)
    const rows = await sql('select source_id from series_source where id = any($1) order by 1', [polled])
    taken.push(rows.map(({ source_id }) => source_id))
  }
  expect(taken).toEqual([
    ['HOT 2', 'HOT 3'],
    ['HOT 1', 'WARM 3'],
    ['WARM 1', 'WARM 2'],
    ['COLD 2', 'COLD 3'],
    ['COLD 1'],
  ])
  await flow.pawl.drain({ keepOpen: true })
})

test('each chapter is one ingest with the key of its number, and a one-shot that of its id', async () => {
  const flow = new TestFlow(database)
  const { seriesSourceId, seriesId } = await flow.imported('keys')
  flow.source.publish('keys', { number: '10.5', title: 'Half', language: 'en', sourceChapterId: 'a' })
  flow.source.publish('keys', { number: '10.5', language: 'es', sourceChapterId: 'b' })
  flow.source.publish('keys', { number: null, title: 'Alone', sourceChapterId: 'c' })
  const spy = spyOnEnqueues(flow.pawl)
  expect(await flow.pollResult(seriesSourceId)).toEqual({ status: 'completed', newChapters: 2, totalScraped: 3 })
  const ingests = await spy.seen('chapter.ingest')
  const keys = await Promise.all(ingests.map(async ({ id }) => (await flow.pawl.job(id))?.key))
  expect(keys.sort()).toEqual([`ingest-${seriesSourceId}-10.5`, `ingest-${seriesSourceId}-c`])
  expect(ingests.map(({ body }) => body)).toContainEqual(
    expect.objectContaining({
      seriesId,
      seriesSourceId,
      chapterNumber: null,
      chapterTitle: 'Alone',
      sourceChapterId: 'c',
    }),
  )
  const [notified] = await spy.seen('chapter.notify')
  const { chapterId } = notified!.body as { chapterId: number }
  expect((await flow.pawl.job(notified!.id))?.key).toBe(`notify-${seriesId}-${chapterId}`)
  expect(await sql('select count(*)::int as n from release where series_source_id = $1', [seriesSourceId])).toEqual([
    { n: 3 },
  ])
})

test('an ingest says whether the chapter was created at its source or updated', async () => {
  const flow = new TestFlow(database)
  const { seriesSourceId } = await flow.imported('status')
  const spy = spyOnEnqueues(flow.pawl)
  flow.source.publish('status', { number: '1', sourceChapterId: 'first' })
  await flow.poll(seriesSourceId)
  flow.source.edit('status', 'first', { title: 'Now with a title', version: 2 })
  await flow.poll(seriesSourceId)
  const results = []
  for (const { id } of await spy.seen('chapter.ingest')) results.push(await flow.pawl.result(id))
  expect(results).toMatchObject([{ status: 'created' }, { status: 'updated' }])
})

test('a poll of a series that is no longer followed, or that the source has lost, is skipped', async () => {
  const flow = new TestFlow(database)
  expect(await flow.pollResult(999_999)).toEqual({ status: 'skipped', reason: 'source_deleted' })
  const { seriesSourceId } = await flow.imported('lost')
  flow.source.series.delete('lost')
  expect(await flow.pollResult(seriesSourceId)).toEqual({ status: 'skipped', reason: 'source_deleted' })
  expect(
    await sql(
      `select sync_priority, failure_count, next_check_at > now() + interval '23 hours' as far from series_source where id = $1`,
      [seriesSourceId],
    ),
  ).toEqual([{ sync_priority: 'COLD', failure_count: 0, far: true }])
})
