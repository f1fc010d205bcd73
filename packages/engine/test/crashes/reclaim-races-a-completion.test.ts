import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { testEffects } from '../support/effects.ts'
import { until } from '../support/until.ts'
import { startWorker } from '../support/worker-process.ts'
import { effect } from './fixtures/effect.ts'

const database = testDatabase()
const effects = testEffects(database)

/** Gives workers up as a reclaimer does that has not heard of them. */
const giveUp = (name: string) =>
  database.sql(
    `update pawl.worker set lost_at = clock_timestamp() where name like $1 and lost_at is null and stopped_at is null`,
    [name],
  )

test('a completion that is being committed when its worker is given up stands, and the job does not run again', async () => {
  const { url } = database
  const pawl = effects.client()
  const late = await startWorker({ url, name: 'late', jobs: 'effect' })
  const { id } = await pawl.enqueue(effect, { holdIn: 'late', holdAt: 'inside' })
  await late.said('inside', { id })
  const other = await startWorker({ url, name: 'other', jobs: 'effect' })
  await giveUp('late')
  await until('the reclaim waits for the commit', async () => {
    const waiting = await database.sql(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%crashed%'`,
    )
    return waiting.length > 0
  })
  late.tell('go')
  await effects.ended([id])
  expect(await effects.of(id)).toEqual(['late'])
  expect((await pawl.attempts(id)).map(({ outcome }) => outcome)).toEqual(['succeeded'])
  expect(other.count('job.reclaim', { id })).toBe(0)
})

test('a completion that comes after the reclaim is refused, even if its worker has not heard that it was given up', async () => {
  const { url } = database
  const pawl = effects.client()
  // nor does it claim while its only slot is taken: by a claim it would learn that it was given up
  const deaf = {
    worker: { heartbeatMs: 60_000, silenceMs: 600_000, pollMs: 600_000 },
    queues: { effect: { concurrency: 1 } },
  }
  const late = await startWorker({ url, name: 'deaf', jobs: 'effect', ...deaf })
  await late.said('listen.ready')
  const { id } = await pawl.enqueue(effect, { holdIn: 'deaf' })
  await late.said('started', { id })
  await giveUp('deaf')
  await startWorker({ url, name: 'heir', jobs: 'effect' })
  await effects.ended([id])
  expect(late.count('aborted')).toBe(0)
  late.tell('go')
  expect(await late.said('refused', { id })).toMatchObject({ error: 'LeaseLostError' })
  expect(await late.said('job.lease-lost', { id })).toMatchObject({ standing: 'crashed' })
  expect(await effects.of(id)).toEqual(['heir'])
})

test('of jobs that are reclaimed while they complete each takes effect once', async () => {
  const { url } = database
  const pawl = effects.client()
  for (const name of ['racer-1', 'racer-2']) await startWorker({ url, name, jobs: 'effect' })
  const all: string[] = []
  for (let round = 0; round < 3; round++) {
    const ids = (await pawl.enqueueMany(effect, Array(100).fill({}))).map(({ id }) => id)
    await until('some have ended', async () => ((await effects.tally(ids))[1] ?? 0) > 0)
    await giveUp('racer-%')
    await effects.ended(ids)
    all.push(...ids)
  }
  expect(await effects.tally(all)).toEqual({ 1: all.length })
  expect(await pawl.deadLetters.list()).toEqual([])
  const [{ twice }] = await database.sql(
    `select count(*)::int as twice from (select job_id from pawl.attempt join pawl.outcome using (pos)
      where kind = 'succeeded' group by job_id having count(*) > 1) job`,
  )
  expect(twice).toBe(0)
})
