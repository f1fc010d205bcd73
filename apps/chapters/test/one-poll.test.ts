import { expect, test } from 'vitest'
import { addSourceTo } from '../src/api/add-source-to.ts'
import type { ApiOptions } from '../src/api/api-options.ts'
import { followSeries } from '../src/api/follow-series.ts'
import { mergeSeries } from '../src/api/merge-series.ts'
import { pollNow } from '../src/api/poll-now.ts'
import { resumeSeries } from '../src/tables/followed-series.ts'
import { appDatabase } from './support/app-database.ts'
import { MemorySource, memorySources } from './support/memory-source.ts'
import { TestFlow } from './support/test-flow.ts'

const database = appDatabase()
const { sql } = database
const dayMs = 24 * 60 * 60 * 1000

/** The application with two sources, and what its commands are made with. */
function start() {
  const sources = [new MemorySource(), new MemorySource('other')]
  const flow = new TestFlow(database, {}, sources)
  const polling = { lostAfterMs: dayMs }
  const options: ApiOptions = {
    ...{ sources: memorySources(sources), pollSource: flow.jobs.poll, polling, allowPrivate: false },
  }
  const services = { pawl: flow.pawl, db: database.pool }
  /** How many polls of each source of a series are enqueued and not finished, once the schedule has fired too. */
  const waiting = async (seriesId: number) => {
    await flow.pawl.schedules.fire('chapters.poll-due')
    const { jobs } = await flow.pawl.jobs.list({ type: 'source.poll', status: 'pending' })
    const polled = jobs.map(({ body }) => (body as { seriesSourceId: number }).seriesSourceId)
    const rows = await sql('select id, source_name from series_source where series_id = $1 order by id', [seriesId])
    return rows.map(({ id, source_name }) => [source_name, polled.filter((each) => each === Number(id)).length])
  }
  const drain = () => flow.pawl.drain({ keepOpen: true })
  return { flow, options, services, waiting, drain }
}

test('a series that is followed is polled once, not by the schedule too', async () => {
  const { flow, options, services, waiting, drain } = start()
  flow.source.series.set('followed', [])
  const { seriesId } = await followSeries(services, options, { url: 'https://memory.example/followed' })
  expect(await waiting(seriesId)).toEqual([['memory', 1]])
  await drain()
})

test('another source of a series is polled once, and the sources that it had are not', async () => {
  const { flow, options, services, waiting, drain } = start()
  const { seriesId } = await flow.imported('grows')
  await addSourceTo(services, options, seriesId, 'https://other.example/grows')
  expect(await waiting(seriesId)).toEqual([
    ['memory', 0],
    ['other', 1],
  ])
  await drain()
})

test('of two series that are merged, the source that moved is polled once', async () => {
  const { flow, options, services, waiting, drain } = start()
  const staying = await flow.imported('stays')
  const joining = await flow.imported('joins', flow.other)
  await mergeSeries(services, options, { joining: joining.seriesId, staying: staying.seriesId })
  expect(await waiting(staying.seriesId)).toEqual([
    ['memory', 0],
    ['other', 1],
  ])
  await drain()
})

test('a series that is due and polled by hand, also after it was resumed, is polled once', async () => {
  const { flow, options, services, waiting, drain } = start()
  const { seriesId } = await flow.imported('by hand')
  await resumeSeries(database.pool, seriesId)
  await pollNow(services, options, seriesId)
  await pollNow(services, options, seriesId)
  expect(await waiting(seriesId)).toEqual([['memory', 1]])
  await drain()
})

test('a poll that ends before its command does sets the time of the next one', async () => {
  const { flow, options, services, drain } = start()
  const { seriesId, seriesSourceId } = await flow.imported('quick')
  // the command has enqueued the poll and is about to put the row off
  const enqueue: typeof flow.pawl.enqueue = async (...given: Parameters<typeof flow.pawl.enqueue>) => {
    const enqueued = await flow.pawl.enqueue(...given)
    await drain()
    return enqueued
  }
  const quick = Object.assign(Object.create(flow.pawl), { enqueue })
  const polling = { lostAfterMs: 7 * dayMs }
  await pollNow({ ...services, pawl: quick }, { ...options, polling }, seriesId)
  const [row] = await sql(
    `select next_check_at < now() + interval '2 days' as is_soon from series_source where id = $1`,
    [seriesSourceId],
  )
  expect(row).toEqual({ is_soon: true })
})
