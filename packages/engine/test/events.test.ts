import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, type EventName, fixed, type Logger } from '../src/index.ts'
import { testDatabase } from './support/database.ts'
import { reaches } from './support/settled.ts'
import { testPawl } from './support/test-pawl.ts'

const database = testDatabase()
const flaky = defineJob({
  type: 'flaky',
  queue: 'weather',
  body: z.object({ until: z.number() }),
  retry: { attempts: 3, backoff: fixed({ delayMs: 1 }) },
  run(job) {
    job.log.info('looking', { window: 'east' })
    if (job.attempt < job.body.until) throw new Error('rain')
  },
})
const jobs = [flaky]

test('each step of a job is an event, typed and in order', async () => {
  const seen: EventName[] = []
  const pawl = testPawl({ url: database.url, jobs })
  for (const name of ['job.enqueue', 'job.claim', 'job.start', 'job.settle'] as const)
    pawl.on(name, () => seen.push(name))
  await pawl.start()
  const { id } = await pawl.enqueue(flaky, { until: 2 })
  await reaches(pawl, id, 'succeeded')
  const run = ['job.claim', 'job.start', 'job.settle']
  expect(seen).toEqual(['job.enqueue', ...run, ...run])
})

test('one subscriber logs: the class of an error is in its line, and what a handler logs carries its job', async () => {
  const lines: { level: string; message: string; fields: Record<string, unknown> }[] = []
  const write = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, message, fields: fields as Record<string, unknown> })
  const logger: Logger = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
  const pawl = testPawl({ url: database.url, jobs, logger })
  await pawl.start()
  const { id } = await pawl.enqueue(flaky, { until: 9 })
  await reaches(pawl, id, 'failed')
  expect(lines).toContainEqual({
    level: 'warn',
    message: 'job.settle',
    fields: expect.objectContaining({ id, outcome: 'retryable', errorClass: 'retryable', err: expect.any(Error) }),
  })
  expect(lines).toContainEqual({
    level: 'error',
    message: 'job.dead',
    fields: expect.objectContaining({ id, reason: 'exhausted' }),
  })
  expect(lines).toContainEqual({
    level: 'info',
    message: 'looking',
    fields: expect.objectContaining({ id, fields: { window: 'east' } }),
  })
})

test('another counts, whether anybody listens or not', async () => {
  const pawl = testPawl({ url: database.url, jobs })
  await pawl.start()
  for (const until of [1, 2, 9]) await reaches(pawl, (await pawl.enqueue(flaky, { until })).id, 'succeeded', 'failed')
  const settled = pawl.counts.filter(({ name }) => name === 'job.settle')
  const count = (outcome: string) => settled.filter(({ labels }) => labels.outcome === outcome)
  expect(count('succeeded')).toEqual([
    { name: 'job.settle', labels: { queue: 'weather', type: 'flaky', outcome: 'succeeded' }, count: 2 },
  ])
  expect(count('retryable')).toMatchObject([{ labels: { errorClass: 'retryable' }, count: 3 }])
  expect(pawl.counts).toContainEqual({
    name: 'job.dead',
    labels: { queue: 'weather', type: 'flaky', reason: 'exhausted' },
    count: 1,
  })
})

test('a listener that throws does not take the job with it, and its error is not swallowed', async () => {
  const others = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  try {
    const thrown = new Promise<unknown>((resolve) => process.once('uncaughtException', resolve))
    const pawl = testPawl({ url: database.url, jobs })
    pawl.on('job.start', () => {
      throw new Error('a bug in a listener')
    })
    const { id } = await pawl.enqueue(flaky, { until: 1 })
    await pawl.drain({ keepOpen: true })
    expect(await thrown).toMatchObject({ message: 'a bug in a listener' })
    expect((await pawl.job(id))?.status).toBe('succeeded')
  } finally {
    for (const listener of others) process.on('uncaughtException', listener)
  }
})
