import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { testEffects } from '../support/effects.ts'
import { until } from '../support/until.ts'
import { startWorker } from '../support/worker-process.ts'
import { effect } from './fixtures/effect.ts'

const database = testDatabase()
const effects = testEffects(database)

test('of two worker processes one gets a job, and 20 jobs are each run exactly once', async () => {
  const { url } = database
  const pawl = effects.client()
  const queues = { effect: { concurrency: 3 } }
  // the silence limit is far away: this is about claims, not about what a busy machine makes of heartbeats
  const worker = { silenceMs: 60_000 }
  const workers = await Promise.all(
    ['one', 'other'].map((name) => startWorker({ url, name, jobs: 'effect', queues, worker })),
  )
  const runs = (id: string) => workers.reduce((sum, each) => sum + each.count('started', { id }), 0)

  /** Those who ran them have told so, and the database too: what they say may be heard later than what they wrote. */
  const ended = async (ids: readonly string[]) => {
    await effects.ended(ids)
    await until('it was heard of', () => ids.every((id) => workers.some((each) => each.count('committed', { id }) > 0)))
  }

  for (let i = 0; i < 20; i++) {
    const { id } = await pawl.enqueue(effect, {})
    await ended([id])
    expect(runs(id)).toBe(1)
  }

  const many = (await pawl.enqueueMany(effect, Array(20).fill({}))).map(({ id }) => id)
  await ended(many)
  expect(many.map(runs)).toEqual(Array(20).fill(1))
  expect(await effects.tally(many)).toEqual({ 1: 20 })
})
