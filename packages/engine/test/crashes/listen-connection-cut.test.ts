import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { testEffects } from '../support/effects.ts'
import { until } from '../support/until.ts'
import { startWorker } from '../support/worker-process.ts'
import { effect } from './fixtures/effect.ts'

const database = testDatabase()
const effects = testEffects(database)

/** Resolves when they are gone: one that ends late would take along what is sent after this. */
async function cut(application: string): Promise<void> {
  const ended = await database.sql(
    `select pid, pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like $1`,
    [application],
  )
  const pids = ended.map(({ pid }) => pid)
  await until('they are gone', async () => {
    return (await database.sql('select from pg_stat_activity where pid = any ($1)', [pids])).length === 0
  })
}

test('when the LISTEN connection is cut, jobs still start, and listening comes back', async () => {
  // so seldom does it poll that only a notification, or the look after a reconnect, can start a job in time
  const worker = { pollMs: 600_000 }
  const listener = await startWorker({ url: database.url, name: 'listener', jobs: 'effect', worker })
  const pawl = effects.client()
  await listener.said('listen.ready', { polling: false })

  await cut('pawl listen')
  const { id: meanwhile } = await pawl.enqueue(effect, {})
  await listener.said('listen.lost')
  await effects.ended([meanwhile])
  await until('it listens again', () => listener.count('listen.ready', { polling: false }) >= 2)

  const { id: afterwards } = await pawl.enqueue(effect, {})
  await effects.ended([afterwards])
  expect(await effects.tally([meanwhile, afterwards])).toEqual({ 1: 2 })
})

test('when every connection of a worker is cut again and again, it goes on, and leaves none behind', async () => {
  const { url } = database
  const busy = await startWorker({ url, name: 'busy', jobs: 'effect', queues: { effect: { concurrency: 5 } } })
  const pawl = effects.client()
  const ids: string[] = []
  for (let round = 0; round < 6; round++) {
    // the client may learn only by this call that its connection is gone
    const added = await until('the client is connected again', () =>
      pawl.enqueueMany(effect, Array(50).fill({})).catch(() => undefined),
    )
    ids.push(...added.map(({ id }) => id))
    await busy.said('committed', { id: ids.at(-50) })
    await cut('pawl %')
  }
  await effects.ended(ids)
  expect(await effects.tally(ids)).toEqual({ 1: ids.length })

  await pawl.stop()
  await until('it has one connection for each purpose', async () => {
    const open = await database.sql(
      `select application_name, count(*)::int as count from pg_stat_activity
        where datname = current_database() and application_name like 'pawl %' group by 1`,
    )
    return open.every((each) => each.count <= (each.application_name === 'pawl commit' ? 5 : 1))
  })
  busy.signal('SIGTERM')
  expect(await busy.exited).toEqual({ code: 0, signal: null })
}, 240_000)
