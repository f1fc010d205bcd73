import { expect, test } from 'vitest'
import { z } from 'zod'
import { createPawl, defineJob } from '../src/index.ts'
import { Connection } from '../src/postgres/connection.ts'
import { lineUpDue } from '../src/postgres/line-up.ts'
import { wakeUp } from '../src/postgres/wake-up.ts'
import { testDatabase } from './support/database.ts'
import { until } from './support/until.ts'

const database = testDatabase()

test('workers are told of each lane once', () => {
  expect(wakeUp([3, 5, 3])).toBe('3,5')
  expect(wakeUp([])).toBe('')
})

test('more lanes than a notification can hold wake everybody', () => {
  expect(wakeUp(Array.from({ length: 2_000 }, (_, i) => 100_000 + i))).toBe('*')
})

test('so do more lanes than that which become due together', async () => {
  const listener = await database.connect()
  const told: (string | undefined)[] = []
  listener.on('notification', ({ payload }) => told.push(payload))
  await listener.query('listen pawl_line')
  await database.sql(
    `insert into pawl.later (job_id, run_at, created_at, lane, deferrals, reason, max_attempts, failures, crashes, body)
     select i, now(), now(), 100000000 + i, 0, 'scheduled', 1, 0, 0, '{}' from generate_series(1, 1000) i`,
  )
  const runner = new Connection({ url: database.url, name: 'test', prepare: true })
  expect(await lineUpDue(runner)).toBe(1_000)
  await runner.close()
  await until('the workers are told', () => told.length > 0)
  expect(told).toEqual(['*'])
})

test('of jobs that come one right after the other the last one is told of, too', async () => {
  const ran = new Set<number>()
  const job = defineJob({ type: 'told', body: z.object({ n: z.number() }), run: ({ body }) => void ran.add(body.n) })
  // one that is not told looks by itself after the test only
  const worker = createPawl({ url: database.url, jobs: [job], worker: { pollMs: 3_600_000 } })
  await worker.start()
  const pawl = createPawl({ url: database.url, jobs: [job] })
  const bursts = 40
  const burst = 8
  for (let jobs = burst; jobs <= bursts * burst; jobs += burst) {
    for (let n = jobs - burst; n < jobs; n++) await pawl.enqueue(job, { n })
    await until('all of them have run', () => ran.size === jobs)
  }
  await pawl.stop()
  await worker.stop()
})
