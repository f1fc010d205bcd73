import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, defineSchedule } from '../src/index.ts'
import { removeOldWorkers } from '../src/postgres/sweep.ts'
import { watchWorkers } from '../src/postgres/workers.ts'
import { testDatabase } from './support/database.ts'
import { TestLedger } from './support/ledger.ts'
import { testPawl } from './support/test-pawl.ts'
import { until } from './support/until.ts'

const database = testDatabase()
const ledger = new TestLedger(database)
const doomed = defineJob({
  type: 'doomed',
  body: z.object({}),
  retry: { attempts: 1 },
  run() {
    throw new Error('hail')
  },
})
const labels = { queue: 'doomed', type: 'doomed', reason: 'exhausted' }

test('what workers have counted is told to every process, and never goes down', async () => {
  const reader = testPawl({ url: database.url, jobs: [doomed] })
  const deaths = async () => (await reader.workers.counts()).find(({ name }) => name === 'job.dead')?.count ?? 0
  await reader.enqueueMany(doomed, [{}, {}])
  const first = testPawl({ url: database.url, jobs: [doomed] })
  await first.start()
  await until('its heartbeat has told', async () => (await deaths()) === 2)
  expect(await reader.workers.counts()).toContainEqual({ name: 'job.dead', labels, count: 2 })

  // others give it up: it comes back as another worker, which does not tell the same again
  const [row] = await watchWorkers(ledger.runner)
  await database.sql(`update pawl.worker set lost_at = clock_timestamp() where id = $1`, [row!.id])
  await until('it is back', async () => (await watchWorkers(ledger.runner)).some(({ lost }) => !lost))
  await reader.enqueue(doomed, {})
  await until('it has told the third', async () => (await deaths()) >= 3)
  expect(await deaths()).toBe(3)
  expect(await reader.workers.counts()).toContainEqual({ name: 'worker.lost', labels: { self: 'true' }, count: 1 })

  await first.stop()
  expect(await deaths()).toBe(3)
  await database.sql(`update pawl.worker set stopped_at = clock_timestamp() - interval '1 day'`)
  await database.sql(`delete from pawl.lease`)
  await removeOldWorkers(ledger.runner, 1_000)
  expect(await database.sql(`select from pawl.worker`)).toEqual([])
  expect(await deaths()).toBe(3)

  // each drain is a worker of its own
  const second = testPawl({ url: database.url, jobs: [doomed] })
  for (const total of [4, 5]) {
    await second.enqueue(doomed, {})
    await second.drain({ keepOpen: true })
    expect(await deaths()).toBe(total)
  }
})

test('a worker that was given up before it could leave tells what it has counted, and is left to the others', async () => {
  const settings = { heartbeatMs: 60_000, silenceMs: 600_000, pollMs: 600_000, name: 'given up' }
  const pawl = testPawl({ url: database.url, jobs: [doomed], worker: settings })
  const reader = testPawl({ url: database.url, jobs: [doomed] })
  const count = async (name: string) => (await reader.workers.counts()).find((each) => each.name === name)?.count ?? 0
  const before = { deaths: await count('job.dead'), losses: await count('worker.lost') }
  await pawl.start()
  const { id } = await pawl.enqueue(doomed, {})
  await until('it has died', async () => (await pawl.job(id))?.status === 'failed')
  await database.sql(`update pawl.worker set lost_at = clock_timestamp() where name = 'given up'`)
  await pawl.stop()
  const [row] = await database.sql(`select stopped_at from pawl.worker where name = 'given up'`)
  expect(row.stopped_at).toBe(null)
  expect(await count('job.dead')).toBe(before.deaths + 1)
  expect(await count('worker.lost')).toBe(before.losses + 1)
})

test('a process that does not work adds what it has counted itself', async () => {
  const hourly = defineSchedule({ name: 'hourly', everyMs: 3_600_000, job: doomed, body: () => ({}) })
  const pawl = testPawl({ url: database.url, jobs: [doomed], schedules: [hourly] })
  await pawl.schedules.fire('hourly')
  const fires = async () =>
    (await pawl.workers.counts()).find(({ name, labels }) => name === 'schedule.fire' && labels.schedule === 'hourly')
  expect((await fires())?.count).toBe(1)
  await pawl.drain({ keepOpen: true })
  expect((await fires())?.count).toBe(1)
})
