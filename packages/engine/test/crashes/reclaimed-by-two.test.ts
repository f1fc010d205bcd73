import { expect, test } from 'vitest'
import { clientRunner } from '../../src/postgres/client-runner.ts'
import { findOrMakeLane } from '../../src/postgres/lanes.ts'
import { reclaimAttempt, unsettledOfLostWorker } from '../../src/postgres/reclaim.ts'
import { testDatabase } from '../support/database.ts'
import { testEffects } from '../support/effects.ts'
import { startWorker } from '../support/worker-process.ts'
import { effect } from './fixtures/effect.ts'

const database = testDatabase()
const effects = testEffects(database)

test('of the jobs of a lost worker none is blamed because another reclaimer took its neighbours back first', async () => {
  const { url } = database
  const pawl = effects.client()
  const first = await startWorker({ url, name: 'first', jobs: 'effect', queues: { effect: { concurrency: 2 } } })
  const bodies = [{ holdIn: 'first' }, { holdIn: 'first' }]
  const [one, two] = (await pawl.enqueueMany(effect, bodies)).map(({ id }) => id)
  await first.said('started', { id: one })
  await first.said('started', { id: two })
  await first.kill()

  // a reclaimer that gets as far as the first of the two
  const runner = clientRunner(await database.connect(), false)
  const [{ id: lost }] = await database.sql(
    `update pawl.worker set lost_at = clock_timestamp() where name = 'first' and lost_at is null returning id`,
  )
  const [item] = await unsettledOfLostWorker(runner, lost)
  const lane = await findOrMakeLane(runner, { ...item!.lane, place: 'front' })
  expect(await reclaimAttempt(runner, item!, lane.id, 0, { name: 'WorkerLostError' })).toBe(true)

  const second = await startWorker({ url, name: 'second', jobs: 'effect', worker: { silenceMs: 5_000 } })
  expect(await second.said('job.reclaim', { id: two })).toMatchObject({ from: 'first', blamed: false })
  await effects.ended([one!, two!])
  expect(await effects.tally([one!, two!])).toEqual({ 1: 2 })
})
