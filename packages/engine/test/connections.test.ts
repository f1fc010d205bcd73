import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../src/index.ts'
import { testDatabase } from './support/database.ts'
import { gate } from './support/gate.ts'
import { testPawl } from './support/test-pawl.ts'
import { until } from './support/until.ts'

const database = testDatabase()

async function connections(): Promise<string[]> {
  const rows = await database.sql(
    `select application_name as name from pg_stat_activity where datname = current_database() and application_name like 'pawl %'`,
  )
  return rows.map(({ name }) => name).sort()
}

test('a worker under load uses the thirteen connections that are documented, and none when it has stopped', async () => {
  let committing = 0
  const hold = gate()
  const job = defineJob({
    type: 'writes',
    body: z.object({}),
    run: (attempt) =>
      attempt.commit(async () => {
        committing++
        await hold.passed
      }),
  })
  const pawl = testPawl({ url: database.url, jobs: [job], queues: { writes: { concurrency: 20 } } })
  await pawl.start()
  await pawl.enqueueMany(
    job,
    Array.from({ length: 40 }, () => ({})),
  )
  await pawl.enqueue(job, {})
  await pawl.cancel((await pawl.enqueue(job, {})).id)
  await until('all commit connections are in use', () => committing === 5)
  const expected = [
    'cancel',
    'claim',
    ...Array(5).fill('commit'),
    'enqueue',
    'general',
    'heartbeat',
    'listen',
    'repair',
    'settle',
  ]
  await until('all are open', async () => (await connections()).length === expected.length)
  expect(await connections()).toEqual(expected.map((name) => `pawl ${name}`))
  hold.open()
  await pawl.stop()
  await until('all are closed', async () => (await connections()).length === 0)
})

test('a process that only enqueues uses two', async () => {
  const job = defineJob({ type: 'only', body: z.object({}), run: () => {} })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  await Promise.all(Array.from({ length: 200 }, () => pawl.enqueue(job, {})))
  expect(await connections()).toEqual(['pawl enqueue', 'pawl general'])
})
