import { createPawl, type Pawl, PermanentError } from 'pawl'
import { afterEach, expect, test } from 'vitest'
import { type ChaptersOptions, chapters } from '../src/index.ts'
import { appDatabase } from './support/app-database.ts'
import { MemorySource, memorySources } from './support/memory-source.ts'
import { TestFlow } from './support/test-flow.ts'

const database = appDatabase()
const dayMs = 24 * 60 * 60 * 1000
const started: Pawl[] = []
afterEach(async () => {
  for (const pawl of started.splice(0)) await pawl.stop({ graceMs: 0 })
})

test('every queue keeps finished jobs for an hour, and dead letters for 7 days or the newest 5,000', () => {
  const { queues = {}, jobs } = chapters()
  expect(Object.keys(queues).sort()).toEqual([...new Set(jobs.map(({ queue }) => queue))].sort())
  for (const { retention } of Object.values(queues)) {
    expect(retention).toEqual({ keepMs: 3_600_000, deadKeepMs: 7 * dayMs, deadKeepCount: 5_000 })
  }
})

test('retention that makes no sense is refused', () => {
  expect(() => chapters({ retention: { deadKeepCount: -1 } })).toThrow(/retention\.deadKeepCount/)
  expect(() => chapters({ retention: { keepMs: 5 } })).toThrow(/retention\.keepMs/)
})

/** Starts a worker of the application and resolves when it has discarded what it may. */
async function retain(options: ChaptersOptions): Promise<{ readonly queue: string; readonly count: number }> {
  const app = chapters({ sources: memorySources([new MemorySource()]), ...options })
  const { jobs, sources = [], queues = {} } = app
  const pawl = createPawl({ url: database.url, jobs, sources, queues, migrate: false })
  started.push(pawl)
  const discarded = new Promise<{ queue: string; count: number }>((resolve) => pawl.on('retention.discard', resolve))
  await pawl.start()
  return discarded
}

test('a worker discards dead letters of polls that are too old and not among the newest', async () => {
  const flow = new TestFlow(database)
  flow.source.fault = { page: 0, error: new PermanentError('not today') }
  for (const name of ['first', 'second', 'third']) {
    const { seriesSourceId } = await flow.follow(name)
    await flow.poll(seriesSourceId)
  }
  await database.sql(`update pawl.dead set died_at = died_at - interval '8 days'`)
  expect(await retain({ retention: { deadKeepCount: 2 } })).toEqual({ queue: 'poll-source', count: 1 })
  const left = await flow.pawl.deadLetters.list({ queue: 'poll-source' })
  expect(left).toHaveLength(2)
})
