import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { testEffects } from '../support/effects.ts'
import { intoQuarantine } from '../support/into-quarantine.ts'
import { until } from '../support/until.ts'
import { startWorker, type WorkerProcess } from '../support/worker-process.ts'
import { effect } from './fixtures/effect.ts'

const database = testDatabase()
const effects = testEffects(database)
const done = { code: 0, signal: null }
// the silence limit is far away: this is about stopping, not about what a busy machine makes of heartbeats
const patient = { silenceMs: 60_000 }

/** The first thing a worker does when it stops is that it listens no more. It may work before it listens. */
async function beginsToStop(worker: WorkerProcess): Promise<void> {
  await worker.said('listen.ready', { polling: false })
  worker.signal('SIGTERM')
  await until('it has begun to stop', async () => {
    const listening = await database.sql(
      `select from pg_stat_activity where datname = current_database() and application_name = 'pawl listen'`,
    )
    return listening.length === 0
  })
}

test('SIGTERM finishes what runs, hands back what was claimed ahead, and loses nothing', async () => {
  const { url } = database
  const pawl = effects.client()
  const queues = { effect: { concurrency: 2 } }
  const leaver = await startWorker({ url, name: 'leaver', jobs: 'effect', queues, worker: patient })
  const ids: string[] = []
  const enqueue = async (bodies: Parameters<typeof pawl.enqueueMany<typeof effect>>[1]) => {
    const added = (await pawl.enqueueMany(effect, bodies)).map(({ id }) => id)
    ids.push(...added)
    return added
  }
  const claimedAhead = (from: number) =>
    leaver.lines.slice(from).some(({ what, ahead }) => what === 'job.claim' && Number(ahead) > 0)
  await until('its handlers are fast enough for it to claim ahead', async () => {
    const light = await pawl.enqueueMany(effect, Array(50).fill({ light: true }))
    await effects.ended(light.map(({ id }) => id))
    return claimedAhead(0)
  })
  const from = leaver.lines.length
  const [one, two] = await enqueue([{ holdIn: 'leaver' }, { holdIn: 'leaver' }, ...Array(50).fill({})])
  await leaver.said('started', { id: one })
  await leaver.said('started', { id: two })
  await until('it has claimed others ahead', () => claimedAhead(from))

  await beginsToStop(leaver)
  expect(leaver.count('aborted')).toBe(0)
  leaver.tell('go')
  expect(await leaver.exited).toEqual(done)
  expect(leaver.count('committed', { id: one }) + leaver.count('committed', { id: two })).toBe(2)
  const [{ handed, held }] = await database.sql(
    `select (select count(*)::int from pawl.outcome where kind = 'deferred') as handed,
            (select count(*)::int from pawl.jobs where status not in ('succeeded', 'pending') or locked_by is not null and status = 'pending') as held`,
  )
  expect(handed, 'handed back').toBeGreaterThan(0)
  expect(held, 'still held by somebody').toBe(0)

  await startWorker({ url, name: 'next', jobs: 'effect' })
  await effects.ended(ids)
  expect(await effects.tally(ids)).toEqual({ 1: ids.length })
  const [{ blamed }] = await database.sql('select count(*)::int as blamed from pawl.jobs where failures + crashes > 0')
  expect(blamed).toBe(0)
})

test.each([
  ['at once', false],
  ['even a handler that ignores its abort', true],
])('a second SIGTERM hands back %s', async (_, ignoresAbort) => {
  const { url } = database
  const pawl = effects.client()
  const leaver = await startWorker({
    url,
    name: 'leaver',
    jobs: 'effect',
    worker: { ...patient, shutdownGraceMs: 600_000 },
  })
  const { id } = await pawl.enqueue(effect, { holdIn: 'leaver', ignoresAbort })
  await leaver.said('started', { id })
  await beginsToStop(leaver)
  expect(leaver.count('aborted')).toBe(0)
  leaver.signal('SIGTERM')
  expect(await leaver.exited).toEqual(done)
  expect(leaver.lines).toContainEqual({ what: 'aborted', id, reason: 'ShutdownError' })
  expect(leaver.count('slot.error', { id })).toBe(ignoresAbort ? 1 : 0)
  expect(await pawl.job(id)).toMatchObject({ status: 'pending', lockedBy: null, deferrals: 1, failures: 0, crashes: 0 })

  await startWorker({ url, name: 'next', jobs: 'effect' })
  await effects.ended([id])
  expect(await effects.of(id)).toEqual(['next'])
})

test('a job that runs in quarantine is finished or released like any other', async () => {
  const { url } = database
  const pawl = effects.client()
  const { id } = await pawl.enqueue(effect, { holdIn: 'holder' })
  await intoQuarantine(database, id)
  const worker = { silenceMs: 4_000, shutdownGraceMs: 600_000 }
  const leaver = await startWorker({ url, name: 'holder', jobs: 'effect', worker })
  await leaver.said('started', { id })
  await beginsToStop(leaver)
  leaver.signal('SIGTERM')
  expect(await leaver.exited).toEqual(done)
  expect(leaver.lines).toContainEqual({ what: 'aborted', id, reason: 'ShutdownError' })
  expect(await pawl.job(id)).toMatchObject({ status: 'pending', lockedBy: null })
  await startWorker({ url, name: 'next', jobs: 'effect' })
  await effects.ended([id])
  expect(await effects.of(id)).toEqual(['next'])
})
