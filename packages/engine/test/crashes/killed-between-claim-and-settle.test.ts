import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { testEffects } from '../support/effects.ts'
import { startWorker } from '../support/worker-process.ts'
import { effect } from './fixtures/effect.ts'

const database = testDatabase()
const effects = testEffects(database)

test('a job whose worker is killed between claim and settle runs again, and the reclaim names that worker', async () => {
  const { url } = database
  const pawl = effects.client()
  const first = await startWorker({ url, name: 'the-silent-one', jobs: 'effect' })
  const { id } = await pawl.enqueue(effect, { holdIn: 'the-silent-one' })
  await first.said('started', { id })
  await first.kill()
  expect(await effects.of(id)).toEqual([])

  const second = await startWorker({ url, name: 'the-heir', jobs: 'effect' })
  expect(await second.said('worker.lost', { worker: 'the-silent-one' })).toMatchObject({ self: false })
  expect(await second.said('job.reclaim', { id })).toMatchObject({ from: 'the-silent-one', type: 'effect' })
  await effects.ended([id])

  expect(await effects.of(id)).toEqual(['the-heir'])
  const job = await pawl.job(id)
  expect(job).toMatchObject({ status: 'succeeded', failures: 0 })
  expect(job!.crashes).toBeGreaterThanOrEqual(1)
  const attempts = await pawl.attempts(id)
  expect(attempts.at(0)).toMatchObject({
    outcome: 'crashed',
    worker: 'the-silent-one',
    error: { name: 'WorkerLostError', message: expect.stringContaining('the-silent-one') },
  })
  expect(attempts.at(-1)).toMatchObject({ outcome: 'succeeded', worker: 'the-heir' })
})
