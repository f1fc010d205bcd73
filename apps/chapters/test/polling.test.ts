import { PermanentError, SourceDeferredError } from 'pawl'
import { expect, test } from 'vitest'
import { pollNow } from '../src/api/poll-now.ts'
import { appDatabase } from './support/app-database.ts'
import { memorySources } from './support/memory-source.ts'
import { TestFlow } from './support/test-flow.ts'

const database = appDatabase()
const { sql } = database
const hourMs = 3_600_000

const rowOf = async (id: number) => (await sql('select * from series_source where id = $1', [id]))[0]

test('a look asks for what came since the one before, with an overlap; once a day for all', async () => {
  const flow = new TestFlow(database)
  const { seriesSourceId } = await flow.imported('since')
  const before = await rowOf(seriesSourceId)
  await flow.poll(seriesSourceId)
  expect(flow.source.looks.at(-1)?.since).toEqual(new Date(before.seen_until.getTime() - hourMs))
  await sql(`update series_source set last_complete_at = now() - interval '25 hours' where id = $1`, [seriesSourceId])
  await flow.poll(seriesSourceId)
  expect(flow.source.looks.at(-1)?.since).toBeUndefined()
  await flow.poll(seriesSourceId)
  expect(flow.source.looks.at(-1)?.since).toBeInstanceOf(Date)
})

test('what is known is not handed on again, also by a source that gives all it has each time', async () => {
  const flow = new TestFlow(database)
  for (const number of ['1', '2', '3']) flow.source.publish('known', { number })
  const { seriesSourceId } = await flow.imported('known')
  await sql(`update series_source set last_complete_at = null where id = $1`, [seriesSourceId])
  expect(await flow.pollResult(seriesSourceId)).toEqual({ status: 'completed', newChapters: 0, totalScraped: 3 })
})

test('a second release of a number that is still on its way to be ingested is not lost', async () => {
  const flow = new TestFlow(database)
  const { seriesId, seriesSourceId } = await flow.imported('waiting')
  const body = {
    ...{ seriesId, seriesSourceId, chapterNumber: '5', chapterTitle: null, chapterUrl: 'https://memory.example/5' },
    ...{ publishedAt: null, sourceChapterId: 'five-en', volumeNumber: null, scanlationGroup: null, language: 'en' },
  }
  flow.source.publish('waiting', { number: '5', language: 'en', sourceChapterId: 'five-en' })
  flow.source.publish('waiting', { number: '5', language: 'es', sourceChapterId: 'five-es' })
  const before = await rowOf(seriesSourceId)
  // the chapter's ingest waits for its time: its key is held
  await flow.pawl.enqueue(flow.jobs.ingest, body, { delayMs: hourMs })
  await flow.poll(seriesSourceId)
  expect(await sql('select 1 from release where series_source_id = $1', [seriesSourceId])).toEqual([])
  expect((await rowOf(seriesSourceId)).seen_until).toEqual(before.seen_until)
  await flow.pawl.cancelMany({ queue: 'chapter-ingest' })
  await flow.poll(seriesSourceId)
  const rows = await sql('select source_chapter_id from release where series_source_id = $1 order by 1', [
    seriesSourceId,
  ])
  expect(rows.map((row) => row.source_chapter_id)).toEqual(['five-en', 'five-es'])
  expect((await rowOf(seriesSourceId)).seen_until > before.seen_until).toBe(true)
})

test('what cannot be read is kept where people see it, with the reason, until it can be', async () => {
  const flow = new TestFlow(database)
  const { seriesSourceId } = await flow.imported('odd')
  flow.source.publish('odd', { number: '1', sourceChapterId: 'good' })
  flow.source.unreadable.push({ id: 'bad', reason: 'chapter is "??", and that is no number' })
  expect(await flow.pollResult(seriesSourceId)).toMatchObject({ newChapters: 1 })
  expect(
    await sql('select entry_id, reason from unreadable_entry where series_source_id = $1', [seriesSourceId]),
  ).toEqual([{ entry_id: 'bad', reason: 'chapter is "??", and that is no number' }])
  flow.source.unreadable.pop()
  await flow.poll(seriesSourceId)
  expect(await sql('select 1 from unreadable_entry where series_source_id = $1', [seriesSourceId])).toHaveLength(1)
  flow.source.publish('odd', { number: '2', sourceChapterId: 'bad' })
  await flow.poll(seriesSourceId)
  expect(await sql('select 1 from unreadable_entry where series_source_id = $1', [seriesSourceId])).toEqual([])
})

test('a series moves between tiers by itself', async () => {
  const flow = new TestFlow(database)
  const { seriesSourceId } = await flow.imported('tiers')
  expect((await rowOf(seriesSourceId)).sync_priority).toBe('COLD')
  flow.source.publish('tiers', { number: '1', publishedAt: new Date() })
  await flow.poll(seriesSourceId)
  expect((await rowOf(seriesSourceId)).sync_priority).toBe('WARM')
  flow.source.publish('tiers', { number: '2', publishedAt: new Date() })
  await flow.poll(seriesSourceId)
  const hot = await rowOf(seriesSourceId)
  expect(hot.sync_priority).toBe('HOT')
  expect(hot.next_check_at.getTime() - hot.last_success_at.getTime()).toBeLessThanOrEqual(15 * 60_000)
  await sql(`update release set published_at = published_at - interval '61 days' where series_source_id = $1`, [
    seriesSourceId,
  ])
  await sql(`update series_source set seen_until = now() + interval '2 hours' where id = $1`, [seriesSourceId])
  await flow.poll(seriesSourceId)
  expect((await rowOf(seriesSourceId)).sync_priority).toBe('COLD')
})

test('a failure of the series demotes it, the fifth in a row closes it off, and a success forgets them', async () => {
  const flow = new TestFlow(database)
  const { seriesSourceId } = await flow.imported('failing')
  await sql(`update series_source set sync_priority = 'HOT' where id = $1`, [seriesSourceId])
  flow.source.fault = { page: 0, error: new PermanentError('its page is no longer readable') }
  expect((await flow.poll(seriesSourceId)).status).toBe('failed')
  expect(await rowOf(seriesSourceId)).toMatchObject({
    ...{ sync_priority: 'COLD', failure_count: 1, closed_until: null, last_error: 'its page is no longer readable' },
  })
  for (let i = 2; i <= 5; i++) await flow.poll(seriesSourceId)
  const closed = await rowOf(seriesSourceId)
  expect(closed.failure_count).toBe(5)
  expect(closed.closed_until.getTime() - closed.last_checked_at.getTime()).toBe(24 * hourMs)
  flow.source.fault = undefined
  expect(await flow.pollResult(seriesSourceId)).toEqual({ status: 'skipped', reason: 'circuit_breaker_open' })
  expect((await rowOf(seriesSourceId)).next_check_at).toEqual(closed.closed_until)
  await sql('update series_source set closed_until = now() where id = $1', [seriesSourceId])
  expect(await flow.pollResult(seriesSourceId)).toMatchObject({ status: 'completed' })
  expect(await rowOf(seriesSourceId)).toMatchObject({ failure_count: 0, closed_until: null, last_error: null })
})

test('a poll that a person asked for and that failed does not stand in the way of the next one', async () => {
  const flow = new TestFlow(database)
  const { seriesId, seriesSourceId } = await flow.imported('asked')
  const api = { allowPrivate: false, polling: { lostAfterMs: 24 * hourMs } }
  const options = { sources: memorySources([flow.source]), pollSource: flow.jobs.poll, ...api }
  const ask = async () => {
    const [poll] = await pollNow({ pawl: flow.pawl, db: database.pool }, options, seriesId)
    await flow.pawl.drain({ keepOpen: true })
    return poll
  }
  flow.source.fault = { page: 0, error: new PermanentError('its page is no longer readable') }
  await ask()
  flow.source.fault = undefined
  expect(await ask()).toMatchObject({ seriesSourceId, isDuplicate: false })
  expect(await rowOf(seriesSourceId)).toMatchObject({ failure_count: 0, last_error: null })
})

test('an outage of the whole service is not counted against its series', async () => {
  const flow = new TestFlow(database)
  const { seriesSourceId } = await flow.imported('outage')
  const before = await rowOf(seriesSourceId)
  flow.source.fault = { page: 0, error: new SourceDeferredError('memory', 'open', hourMs, 'memory is away') }
  const { id } = await flow.pawl.enqueue(flow.jobs.poll, { seriesSourceId }, { source: 'memory' })
  await flow.pawl.drain({ keepOpen: true })
  expect((await flow.pawl.job(id))?.status).toBe('scheduled')
  expect(await rowOf(seriesSourceId)).toEqual(before)
  await flow.pawl.cancel(id)
})

test('one that is in line is not put in line again before its poll has ended', async () => {
  const flow = new TestFlow(database)
  await sql('delete from series')
  const { seriesSourceId } = await flow.follow('in line')
  await sql('update series_source set next_check_at = now() where id = $1', [seriesSourceId])
  expect((await flow.pawl.schedules.fire('chapters.poll-due')).ids).toHaveLength(1)
  expect((await flow.pawl.schedules.fire('chapters.poll-due')).ids).toHaveLength(0)
  await flow.pawl.drain({ keepOpen: true })
  await sql('update series_source set next_check_at = now(), paused_at = now() where id = $1', [seriesSourceId])
  expect((await flow.pawl.schedules.fire('chapters.poll-due')).ids).toHaveLength(0)
})
