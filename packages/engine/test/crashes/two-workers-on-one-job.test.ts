import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { testEffects } from '../support/effects.ts'
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

  for (let i = 0; i < 20; i++) {
    const { id } = await pawl.enqueue(effect, {})
    await effects.ended([id])
    expect(runs(id)).toBe(1)
  }

  const many = (await pawl.enqueueMany(effect, Array(20).fill({}))).map(({ id }) => id)
  await effects.ended(many)
  expect(many.map(runs)).toEqual(Array(20).fill(1))
  expect(await effects.tally(many)).toEqual({ 1: 20 })
})
