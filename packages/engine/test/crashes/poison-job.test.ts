import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { testEffects } from '../support/effects.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'
import { spawnWorker, startWorker } from '../support/worker-process.ts'
import { effect } from './fixtures/effect.ts'
import { maybePoison } from './fixtures/poison.ts'

const database = testDatabase()
const effects = testEffects(database)

/** Starts a worker process again whenever it has died, as a supervisor would. */
function keepAlive(name: string): { deaths: number; stop(): void } {
  let stopped = false
  const kept = {
    deaths: 0,
    stop: () => {
      stopped = true
    },
  }
  const run = () => {
    const worker = spawnWorker({ url: database.url, name, jobs: 'poison' })
    void worker.exited.then(({ signal }) => {
      if (signal === 'SIGKILL') kept.deaths++
      if (!stopped) run()
    })
  }
  run()
  // also of a test that has failed, or they would come back for ever
  onTestFinished(kept.stop)
  return kept
}

test('a job that kills its process becomes a dead letter, alone: 500 innocent neighbours all succeed', async () => {
  const pawl = testPawl({ url: database.url, jobs: [maybePoison] })
  const before = await pawl.enqueueMany(maybePoison, Array(250).fill({ poison: false }))
  const { id: poison } = await pawl.enqueue(maybePoison, { poison: true })
  const after = await pawl.enqueueMany(maybePoison, Array(250).fill({ poison: false }))
  const innocents = [...before, ...after].map(({ id }) => id)
  const kept = ['one', 'other'].map(keepAlive)
  // three processes have to die and be missed before
  const dead = await until('the poison is a dead letter', async () => (await pawl.deadLetters.list())[0], {
    withinMs: 180_000,
  })
  await effects.ended(innocents)
  for (const each of kept) each.stop()

  expect(dead).toMatchObject({ id: poison, reason: 'poison', crashes: 3, failures: 0 })
  expect(await pawl.deadLetters.list()).toHaveLength(1)
  expect(await effects.tally(innocents)).toEqual({ 1: 500 })
  expect(kept.reduce((deaths, each) => deaths + each.deaths, 0)).toBeGreaterThanOrEqual(3)
  const shared = await database.sql(
    `select distinct job_id from pawl.attempt join pawl.outcome using (pos) where kind = 'crashed' and 'job_' || job_id <> $1`,
    [poison],
  )
  expect(shared.length, 'innocents that died with it at least once').toBeGreaterThan(0)
}, 240_000)

test('a job that kills the only worker again and again becomes a dead letter, and other jobs run between its crashes', async () => {
  const pawl = testPawl({ url: database.url, jobs: [maybePoison] })
  const { id: poison } = await pawl.enqueue(maybePoison, { poison: true })
  const kept = keepAlive('only')
  const innocents: string[] = []
  const dead = await until(
    'the poison is a dead letter',
    async () => {
      innocents.push((await pawl.enqueue(maybePoison, { poison: false })).id)
      return (await pawl.deadLetters.list({ reason: 'poison' })).find(({ id }) => id === poison)
    },
    { withinMs: 180_000, everyMs: 200 },
  )
  await effects.ended(innocents)
  kept.stop()
  expect(dead).toMatchObject({ crashes: 3, failures: 0 })
  expect(await effects.tally(innocents)).toEqual({ 1: innocents.length })
  expect(kept.deaths).toBeGreaterThanOrEqual(3)
}, 240_000)

test('a worker that is busy with a long job goes on with others, although there were suspects once', async () => {
  const { url } = database
  const pawl = effects.client()
  const first = await startWorker({ url, name: 'first', jobs: 'effect' })
  const { id: suspect } = await pawl.enqueue(effect, { holdIn: 'first' })
  await first.said('started', { id: suspect })
  await first.kill()

  const busy = await startWorker({ url, name: 'busy', jobs: 'effect', queues: { effect: { concurrency: 2 } } })
  await effects.ended([suspect])
  const { id: long } = await pawl.enqueue(effect, { holdIn: 'busy' })
  await busy.said('started', { id: long })
  for (let i = 0; i < 5; i++) {
    const { id } = await pawl.enqueue(effect, {})
    await effects.ended([id])
  }
  busy.tell('go')
  await effects.ended([long])
})
