import { spyOnEnqueues } from 'pawl/testing'
import { expect, test } from 'vitest'
import { appDatabase } from './support/app-database.ts'
import { TestFlow } from './support/test-flow.ts'

const database = appDatabase()
const { sql } = database

test('a series of 1,800 chapters is imported by one job, and nobody is told of the backlog', async () => {
  const flow = new TestFlow(database)
  for (let i = 1; i <= 1_800; i++) flow.source.publish('long', { number: String(i) })
  flow.source.pageSize = 500
  const { seriesId, seriesSourceId } = await flow.follow('long')
  const reader = await flow.reader(seriesId)
  const spy = spyOnEnqueues(flow.pawl)
  expect(await flow.pollResult(seriesSourceId)).toEqual({
    status: 'completed',
    newChapters: 1_800,
    totalScraped: 1_800,
  })
  expect((await spy.seen()).map(({ type }) => type)).toEqual(['source.poll'])
  expect(await flow.toldOf(reader)).toEqual([])
  expect(
    await sql('select count(*)::int as n, bool_and(is_backlog) as backlog from logical_chapter where series_id = $1', [
      seriesId,
    ]),
  ).toEqual([{ n: 1_800, backlog: true }])
  expect(await sql('select title, latest_chapter::text from series where id = $1', [seriesId])).toEqual([
    { title: 'Title of long', latest_chapter: '1800' },
  ])
})

test('cut off in the middle, the next attempt goes on with what was written, and it is still the first import', async () => {
  const flow = new TestFlow(database)
  for (let i = 1; i <= 30; i++) flow.source.publish('cut', { number: String(i) })
  flow.source.pageSize = 10
  const { seriesId, seriesSourceId } = await flow.follow('cut')
  const reader = await flow.reader(seriesId)
  flow.source.fault = { page: 2, error: Object.assign(new Error('cut off'), { status: 400 }) }
  expect((await flow.poll(seriesSourceId)).status).toBe('failed')
  expect(await sql('select count(*)::int as n from release where series_source_id = $1', [seriesSourceId])).toEqual([
    { n: 20 },
  ])
  expect(await sql('select last_success_at from series_source where id = $1', [seriesSourceId])).toEqual([
    { last_success_at: null },
  ])
  flow.source.fault = undefined
  flow.source.publish('cut', { number: '31' })
  expect(await flow.pollResult(seriesSourceId)).toEqual({ status: 'completed', newChapters: 11, totalScraped: 31 })
  expect(await sql('select count(*)::int as n from release where series_source_id = $1', [seriesSourceId])).toEqual([
    { n: 31 },
  ])
  expect(await flow.toldOf(reader)).toEqual([])
})

test('of two first imports at once the one that ends later takes what came meanwhile for news', async () => {
  const flow = new TestFlow(database)
  for (const number of ['1', '2']) flow.source.publish('raced', { number })
  flow.source.pageSize = 1
  const { seriesId, seriesSourceId } = await flow.follow('raced')
  const reader = await flow.reader(seriesId)
  let isFirst = true
  flow.source.onPage = async () => {
    if (!isFirst) return
    isFirst = false
    // while this one reads, another one is done, and a chapter comes out
    await sql('update series_source set last_success_at = now(), last_checked_at = now() where id = $1', [
      seriesSourceId,
    ])
    flow.source.publish('raced', { number: '3' })
  }
  expect(await flow.pollResult(seriesSourceId)).toMatchObject({ status: 'completed', totalScraped: 3 })
  expect(await flow.toldOf(reader)).toContainEqual('3')
})

test('chapters that are published while pages are read are neither skipped nor doubled', async () => {
  const flow = new TestFlow(database)
  for (let i = 1; i <= 25; i++) flow.source.publish('moving', { number: String(i), sourceChapterId: `m-${i}` })
  flow.source.pageSize = 10
  let published = 25
  flow.source.onPage = () => {
    if (published < 28)
      flow.source.publish('moving', { number: String(++published), sourceChapterId: `m-${published}` })
  }
  const { seriesSourceId, seriesId } = await flow.imported('moving')
  flow.source.onPage = () => {}
  await flow.poll(seriesSourceId)
  const rows = await sql('select chapter_number::int as n from logical_chapter where series_id = $1 order by 1', [
    seriesId,
  ])
  expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 28 }, (_, i) => i + 1))
  expect(await sql('select count(*)::int as n from release where series_source_id = $1', [seriesSourceId])).toEqual([
    { n: 28 },
  ])
})

test('the first import of a second source adds its events, keeps the name and tells nobody', async () => {
  const flow = new TestFlow(database)
  flow.source.publish('both', { number: '1' })
  const { seriesId } = await flow.imported('both')
  const reader = await flow.reader(seriesId)
  for (const number of ['1', '2']) flow.other.publish('elsewhere', { number })
  // not due: a tick of the schedule would poll it too, and leave nothing new to this poll
  const [{ id }] = await sql(
    `insert into series_source (series_id, source_name, source_id, source_url, next_check_at)
     values ($1, 'other', 'elsewhere', '-', now() + interval '1 day') returning id`,
    [seriesId],
  )
  expect(await flow.pollResult(Number(id))).toEqual({ status: 'completed', newChapters: 2, totalScraped: 2 })
  expect(await sql('select title from series where id = $1', [seriesId])).toEqual([{ title: 'Title of both' }])
  expect(await flow.toldOf(reader)).toEqual([])
})

test('a series that the source does not have is skipped, and looked for again a day later', async () => {
  const flow = new TestFlow(database)
  const { seriesSourceId } = await flow.follow('never')
  flow.source.series.delete('never')
  expect(await flow.pollResult(seriesSourceId)).toEqual({ status: 'skipped', reason: 'source_deleted' })
})
