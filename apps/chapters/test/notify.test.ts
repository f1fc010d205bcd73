import { createPawl } from 'pawl'
import { runJob } from 'pawl/testing'
import { expect, test } from 'vitest'
import type { Deliveries } from '../src/delivery/deliveries.ts'
import { notifyReaders } from '../src/jobs/notify-readers.ts'
import { appDatabase } from './support/app-database.ts'
import { ingest, release, series } from './support/ingest.ts'
import { TestFlow } from './support/test-flow.ts'

const database = appDatabase()
const { sql } = database

/** Analysed in between: a foreign key checked by a plan that was made for a handful of readers reads all of them for each entry. */
async function readersOf(seriesId: number, count: number): Promise<void> {
  const ids = await sql(
    `insert into reader (name) select 'crowd ' || $1::text || ' ' || i from generate_series(1, $2::int) i returning id`,
    [seriesId, count],
  )
  await sql('analyze reader')
  await sql('insert into library_entry (reader_id, series_id) select unnest($2::bigint[]), $1', [
    seriesId,
    ids.map(({ id }) => id),
  ])
}

/** The job alone, with deliveries of the test's own. */
function notifier(deliveries: Deliveries, batch: number) {
  const notify = notifyReaders({ deliveries, batch })
  const pawl = createPawl({ url: database.url, jobs: [notify], migrate: false })
  return { pawl, notify }
}

test('each reader is told once, in batches, and each batch is handed to the deliveries in its transaction', async () => {
  const [at] = await series(database)
  const [chapter] = await ingest(database, [release(at!)])
  await readersOf(at!.seriesId, 25)
  const batches: number[] = []
  const { pawl, notify } = notifier(async (_job, _tx, told) => void batches.push(told.notificationIds.length), 10)
  const body = { seriesId: at!.seriesId, chapterId: chapter!.chapterId, chapterNumber: '1' }
  const job = await runJob(pawl, notify, body)
  expect(await pawl.result(job.id)).toEqual({ status: 'completed', notified: 25 })
  expect(batches).toEqual([10, 10, 5])
  const again = await runJob(pawl, notify, body)
  expect(await pawl.result(again.id)).toEqual({ status: 'completed', notified: 0 })
  expect(batches).toEqual([10, 10, 5])
  await pawl.stop()
})

test('one that fails in the middle goes on where it stood: nobody is told twice, and nobody is left out', async () => {
  const [at] = await series(database)
  const [chapter] = await ingest(database, [release(at!)])
  await readersOf(at!.seriesId, 25)
  let calls = 0
  const delivered: number[] = []
  const { pawl, notify } = notifier(async (_job, _tx, told) => {
    if (++calls === 2) throw new Error('cut off')
    delivered.push(...told.notificationIds)
  }, 10)
  const body = { seriesId: at!.seriesId, chapterId: chapter!.chapterId, chapterNumber: '1' }
  const { id } = await pawl.enqueue(notify, body)
  await pawl.start()
  expect(await pawl.result(id)).toEqual({ status: 'completed', notified: 15 })
  const rows = await sql('select id from notification where chapter_id = $1 order by id', [chapter!.chapterId])
  expect(rows).toHaveLength(25)
  expect(delivered.sort((a, b) => a - b)).toEqual(rows.map((row) => Number(row.id)))
  await pawl.stop()
})

test('readers hear of what they can read, and of the rest once it is there in their language', async () => {
  const flow = new TestFlow(database)
  const { seriesId, seriesSourceId } = await flow.imported('languages')
  const [all, english, spanish] = [
    await flow.reader(seriesId),
    await flow.reader(seriesId, ['en', 'fr']),
    await flow.reader(seriesId, ['es']),
  ]
  flow.source.publish('languages', { number: '1', language: 'es' })
  await flow.poll(seriesSourceId)
  expect([await flow.toldOf(all), await flow.toldOf(english), await flow.toldOf(spanish)]).toEqual([['1'], [], ['1']])
  flow.source.publish('languages', { number: '1', language: 'en' })
  await flow.poll(seriesSourceId)
  expect([await flow.toldOf(all), await flow.toldOf(english), await flow.toldOf(spanish)]).toEqual([
    ['1'],
    ['1'],
    ['1'],
  ])
})

test('a release that is moved to a chapter, or whose language is corrected, tells those who can read it now', async () => {
  const flow = new TestFlow(database)
  const { seriesId, seriesSourceId } = await flow.imported('corrected')
  const reader = await flow.reader(seriesId, ['en'])
  flow.source.publish('corrected', { number: '9', language: 'es', sourceChapterId: 'nine' })
  flow.source.publish('corrected', { number: '10', language: 'es', sourceChapterId: 'ten' })
  flow.source.publish('corrected', { number: '11', language: 'en', sourceChapterId: 'ten-in-english' })
  await flow.poll(seriesSourceId)
  expect(await flow.toldOf(reader)).toEqual(['11'])
  flow.source.edit('corrected', 'ten-in-english', { number: '10', version: 2 })
  await flow.poll(seriesSourceId)
  expect(await flow.toldOf(reader)).toEqual(['11', '10'])
  flow.source.edit('corrected', 'nine', { language: 'en', version: 2 })
  await flow.poll(seriesSourceId)
  expect(await flow.toldOf(reader)).toEqual(['11', '10', '9'])
})

test('a source that does not say which language a chapter is in tells everybody', async () => {
  const flow = new TestFlow(database)
  const { seriesId, seriesSourceId } = await flow.imported('unsaid')
  const reader = await flow.reader(seriesId, ['en'])
  flow.source.publish('unsaid', { number: '1', language: null })
  await flow.poll(seriesSourceId)
  expect(await flow.toldOf(reader)).toEqual(['1'])
})

test('a language that comes while readers are being told is not missed', async () => {
  const [at] = await series(database)
  const [chapter] = await ingest(database, [release(at!, { language: 'es', number: '4' })])
  await readersOf(at!.seriesId, 3)
  const [english] = await sql(`insert into reader (name, languages) values ('only english', '{en}') returning id`)
  await sql('insert into library_entry (reader_id, series_id) values ($1, $2)', [english.id, at!.seriesId])
  let isFirst = true
  const { pawl, notify } = notifier(async () => {
    // its own key is held: nothing that the ingest enqueues now would be made
    if (isFirst) await ingest(database, [release(at!, { language: 'en', number: '4' })])
    isFirst = false
  }, 10)
  await runJob(pawl, notify, { seriesId: at!.seriesId, chapterId: chapter!.chapterId, chapterNumber: '4' })
  expect(await sql('select 1 from notification where chapter_id = $1', [chapter!.chapterId])).toHaveLength(4)
  await pawl.stop()
})

test('who has switched notifications off is not told', async () => {
  const flow = new TestFlow(database)
  const { seriesId, seriesSourceId } = await flow.imported('quiet')
  const reader = await flow.reader(seriesId)
  await sql('update library_entry set notify_new_chapters = false where reader_id = $1', [reader])
  flow.source.publish('quiet', { number: '1' })
  await flow.poll(seriesSourceId)
  expect(await flow.toldOf(reader)).toEqual([])
})

test('10,000 readers are told in batches of a thousand', async () => {
  const [at] = await series(database)
  const [chapter] = await ingest(database, [release(at!)])
  await readersOf(at!.seriesId, 10_000)
  let most = 0
  const { pawl, notify } = notifier(async (_job, _tx, told) => {
    most = Math.max(most, told.notificationIds.length)
  }, 1_000)
  await runJob(pawl, notify, { seriesId: at!.seriesId, chapterId: chapter!.chapterId, chapterNumber: '1' })
  expect(most).toBe(1_000)
  const [{ n }] = await sql('select count(*)::int as n from notification where chapter_id = $1', [chapter!.chapterId])
  expect(n).toBe(10_000)
  await pawl.stop()
})
