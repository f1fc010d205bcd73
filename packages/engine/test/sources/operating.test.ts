import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, defineSource } from '../../src/index.ts'
import { startServer } from '../http/misbehaving-server.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()

beforeEach(() => database.sql('truncate pawl.source, pawl.bucket, pawl.attempt, pawl.later'))

const hello = (name: string) =>
  defineJob({
    type: 'hello',
    body: z.object({ source: z.string().optional() }),
    source: (body) => body.source ?? name,
    run: () => {},
  })

/** A worker with a job of the source, and somebody in another process who operates on it. */
function setUp(options: Omit<Parameters<typeof defineSource>[0], 'name'> = {}, pollMs = 3_600_000) {
  const source = defineSource({ name: 'service', ...options })
  const job = hello('service')
  const worker = testPawl({ url: database.url, jobs: [job], sources: [source], worker: { pollMs } })
  const operator = testPawl({ url: database.url, jobs: [] })
  return { job, worker, operator }
}

test('what is declared is seen before the first job, and a name nobody declared is refused', async () => {
  const { worker, operator } = setUp({ requestsPerMinute: 30, burst: 3, quota: { calls: 5_000 } })
  await expect(operator.sources.pause('service')).rejects.toThrow('none has been declared yet')
  await worker.start()
  expect(await operator.sources.list()).toEqual([
    {
      name: 'service',
      state: 'closed',
      failureStreak: 0,
      probeAt: null,
      pausedUntil: null,
      lastSuccessAt: null,
      lastFailureAt: null,
      lastError: null,
      requests: 0,
      hits: 0,
      deferrals: 0,
      requestsPerMinute: 30,
      burst: 3,
      tokens: 2,
      quota: 5_000,
      quotaLeft: 5_000,
    },
  ])
  expect(await operator.sources.list({ names: ['servce'] })).toEqual([])
  expect(await operator.sources.list({ names: ['servce', 'service'] })).toHaveLength(1)
  await expect(operator.sources.get('servce')).rejects.toThrow("did you mean 'service'?")
  await expect(operator.sources.limit('service', { burst: 0 })).rejects.toThrow('burst must be')
  await expect(operator.sources.pause('service', { forMs: -1 })).rejects.toThrow('forMs must be')
})

test('a pause holds for all workers until it is resumed, and they are told: nobody polls', async () => {
  const { job, worker, operator } = setUp()
  await worker.start()
  await until('it listens', () => worker.counts.some(({ name }) => name === 'listen.ready'))
  await operator.sources.pause('service')
  expect(await operator.sources.get('service')).toMatchObject({ state: 'paused', pausedUntil: 'for ever' })
  const { id } = await worker.enqueue(job, {})
  const claims = () => database.sql('select count(*)::int as n from pawl.lease')
  await expect(worker.result(id, { timeoutMs: 300 })).rejects.toMatchObject({ code: 'result-timeout' })
  expect(await claims()).toEqual([{ n: 0 }])
  await operator.sources.resume('service')
  await worker.result(id)
})

test('without notifications a change is found by looking', async () => {
  const { job, operator } = setUp()
  const source = defineSource({ name: 'service' })
  const worker = testPawl({ url: database.url, pooler: true, jobs: [job], sources: [source], worker: { pollMs: 50 } })
  await worker.start()
  await operator.sources.pause('service')
  const { id } = await worker.enqueue(job, {})
  await expect(worker.result(id, { timeoutMs: 300 })).rejects.toMatchObject({ code: 'result-timeout' })
  await operator.sources.resume('service')
  await worker.result(id)
})

test('a limit that is raised counts at once, and one that is taken away too', async () => {
  const { job, worker, operator } = setUp({ requestsPerMinute: 0.01 })
  const server = await startServer((response) => response.end())
  const call = defineJob({
    type: 'call',
    body: z.object({}),
    source: () => 'service',
    run: async (job) => void (await job.fetch(server.origin)),
  })
  const source = defineSource({ name: 'service', requestsPerMinute: 0.01, allowPrivate: true })
  const caller = testPawl({ url: database.url, jobs: [call, job], sources: [source] })
  const jobs = await caller.enqueueMany(call, Array(8).fill({}))
  await caller.start()
  await caller.result(jobs[0]!.id)
  await operator.sources.limit('service', { requestsPerMinute: 600_000, burst: 4 })
  await caller.result(jobs[3]!.id)
  await operator.sources.limit('service', { requestsPerMinute: null })
  for (const { id } of jobs) await caller.result(id)
  expect(await operator.sources.get('service')).toMatchObject({ requestsPerMinute: null, tokens: null })
  await worker.stop()
})

test('an operator closes a circuit without a probe', async () => {
  const { job, worker, operator } = setUp({ circuit: { failures: 1, coolDownMs: 3_600_000 } })
  await worker.start()
  await database.sql(`select * from pawl.report_request('service', 'failed', 1, 'down', null)`)
  expect(await operator.sources.get('service')).toMatchObject({ state: 'open', failureStreak: 1, lastError: 'down' })
  const { id } = await worker.enqueue(job, {})
  await expect(worker.result(id, { timeoutMs: 300 })).rejects.toMatchObject({ code: 'result-timeout' })
  await operator.sources.closeCircuit('service')
  await worker.result(id)
})

test('sources are made on demand, each with limits of its own', async () => {
  const job = hello('nobody')
  const sources = [
    defineSource({ name: 'host:*', requestsPerMinute: 0.01 }),
    defineSource({ name: 'host:slow.*', circuit: { failures: 2 } }),
  ]
  const pawl = testPawl({ url: database.url, jobs: [job], sources })
  const names = ['host:a.org', 'host:b.org', 'host:slow.org']
  for (const source of names) await pawl.enqueue(job, { source })
  await pawl.drain({ keepOpen: true })
  const made = await database.sql('select name, max_failures from pawl.source order by name')
  expect(made).toEqual([
    { name: 'host:a.org', max_failures: 5 },
    { name: 'host:b.org', max_failures: 5 },
    { name: 'host:slow.org', max_failures: 2 },
  ])
  expect(() => defineSource({ name: 'a*b' })).toThrow('only at its end')
})

test('a drain waits for a token, and leaves what a pause holds back', async () => {
  const { job, worker, operator } = setUp({ requestsPerMinute: 300 })
  await worker.start()
  const jobs = await worker.enqueueMany(job, Array(3).fill({}))
  for (const { id } of jobs) await worker.result(id)
  await operator.sources.pause('service')
  const drainer = testPawl({
    url: database.url,
    jobs: [job],
    sources: [defineSource({ name: 'service', requestsPerMinute: 300 })],
  })
  const { id } = await drainer.enqueue(job, {})
  await drainer.drain({ keepOpen: true })
  expect((await drainer.job(id))?.status).toBe('pending')
})

test('a source that must wait holds up nobody else', async () => {
  const job = hello('service')
  const sources = [defineSource({ name: 'service' }), defineSource({ name: 'other' })]
  const pawl = testPawl({ url: database.url, jobs: [job], queues: { hello: { concurrency: 1 } }, sources })
  await pawl.start()
  await pawl.sources.pause('service')
  const waiting = await pawl.enqueueMany(job, Array(500).fill({}))
  const { id } = await pawl.enqueue(job, { source: 'other' })
  await pawl.result(id)
  expect((await pawl.job(waiting[0]!.id))?.status).toBe('pending')
})
