import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, type EventName, fixed, type Logger } from '../src/index.ts'
import { eventLevels } from '../src/runtime/event-levels.ts'
import { testDatabase } from './support/database.ts'
import { markdownTable } from './support/markdown-table.ts'
import { reaches } from './support/settled.ts'
import { testPawl } from './support/test-pawl.ts'
import { until } from './support/until.ts'

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
const doomed = defineJob({
  type: 'doomed',
  queue: 'weather',
  body: z.object({}),
  retry: { attempts: 1 },
  run() {
    throw new Error('hail')
  },
})
const jobs = [flaky, doomed]

test('each step of a job is an event, typed and in order', async () => {
  const seen: EventName[] = []
  const pawl = testPawl({ url: database.url, jobs })
  for (const name of ['job.enqueue', 'job.claim', 'job.start', 'job.settle'] as const)
    pawl.on(name, () => seen.push(name))
  // a worker might hear of it before the answer is here
  await pawl.enqueue(flaky, { until: 2 })
  await pawl.start()
  // told once it is written, so the database may say so first
  await until('both runs are told', () => seen.filter((name) => name === 'job.settle').length === 2)
  const run = ['job.claim', 'job.start', 'job.settle']
  // told once it is written, so the database may say so first
  await until('its second end is told', () => seen.length === 1 + 2 * run.length)
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
  // told once it is written, so the database may say so first
  await until('its death is logged', () => lines.some(({ message }) => message === 'job.dead'))
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
  await until('the last one is counted', () => pawl.counts.some(({ name }) => name === 'job.dead'))
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

test('what people do to jobs that wait or are dead is told, job by job', async () => {
  const told: object[] = []
  const pawl = testPawl({ url: database.url, jobs })
  for (const name of ['job.cancel', 'job.replay', 'job.discard'] as const)
    pawl.on(name, (event) => told.push({ name, ...event }))
  const dead = await pawl.enqueueMany(doomed, [{}, {}])
  await pawl.drain({ keepOpen: true })
  const [first, second] = dead.map(({ id }) => id)
  const replay = await pawl.deadLetters.replay(first!)
  await pawl.deadLetters.discard([second!, first!])
  const scheduled = await pawl.enqueue(doomed, {}, { delayMs: 60_000 })
  expect(await pawl.cancel(scheduled.id)).toMatchObject({ cancelled: true })
  expect(await pawl.cancelMany({ queue: 'weather' })).toBe(1)
  expect(await pawl.cancel(replay.id)).toMatchObject({ cancelled: false })
  const about = { type: 'doomed', queue: 'weather' }
  expect(told).toEqual([
    { name: 'job.replay', id: replay.id, replays: first, ...about },
    { name: 'job.discard', id: second, ...about },
    { name: 'job.cancel', id: scheduled.id, ...about },
    { name: 'job.cancel', id: replay.id, ...about },
  ])
  expect(pawl.counts).toContainEqual({ name: 'job.cancel', labels: about, count: 2 })
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

test('docs/events.md explains every event and no other, with the level at which it is logged', () => {
  const page = readFileSync(new URL('../../../docs/events.md', import.meta.url), 'utf8')
  const rows = markdownTable(page, 'event')
  expect(Object.fromEntries(rows.map(([name, level]) => [name, level]))).toEqual(eventLevels)
})
