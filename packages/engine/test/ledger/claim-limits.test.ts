import { defineJob } from 'pawl'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()

test('workers that list queues with start rates in different orders do not get in each other’s way', async () => {
  let ran = 0
  const jobs = ['a', 'b', 'c'].map((type) => defineJob({ type, body: z.object({}), run: () => void ran++ }))
  const queues = Object.fromEntries(jobs.map(({ type }) => [type, { startRate: { limit: 10_000, perMs: 60_000 } }]))
  const workers = [jobs, [...jobs].reverse()].map((order) => testPawl({ url: database.url, jobs: order, queues }))
  const errors: unknown[] = []
  for (const pawl of workers) {
    pawl.on('service.error', ({ error }) => {
      // orders that cross are a deadlock, which is found before anybody has waited for so long
      if ((error as { code?: unknown }).code !== '55P03') errors.push(error)
    })
  }
  await Promise.all(workers.map((pawl) => pawl.start()))
  for (let i = 0; i < 20; i++) await Promise.all(jobs.map((job) => workers[0]!.enqueueMany(job, Array(50).fill({}))))
  await until('all have run', () => ran === 3_000)
  expect(errors).toEqual([])
})

test('large bodies are claimed as many at a time as one answer can hold', async () => {
  let ran = 0
  const claims: number[] = []
  const big = defineJob({
    type: 'big',
    body: z.object({ text: z.string() }),
    maxBodyBytes: 20 * 1024 * 1024,
    run: () => void ran++,
  })
  const pawl = testPawl({ url: database.url, jobs: [big], queues: { big: { concurrency: 20 } } })
  pawl.on('job.claim', ({ count }) => claims.push(count))
  for (let i = 0; i < 6; i++) await pawl.enqueue(big, { text: 'x'.repeat(1024 * 1024) })
  await pawl.drain({ keepOpen: true })
  expect([ran, Math.max(...claims)]).toEqual([6, 3])
})
