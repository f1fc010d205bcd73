import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  defineBatchJob,
  defineJob,
  defineSchedule,
  exponential,
  fixed,
  type Job,
  RetryAfterError,
} from '../src/index.ts'
import { advanceTime } from '../src/testing/index.ts'
import { testDatabase } from './support/database.ts'
import { reaches } from './support/settled.ts'
import { testPawl } from './support/test-pawl.ts'
import { until } from './support/until.ts'

const database = testDatabase()
const body = z.object({})
const given = (values: readonly unknown[]) => values as readonly never[]
const noDuration = given([Number.NaN, -1, '5', Number.POSITIVE_INFINITY, 8.64e15, null, new Date(0), 5n, Symbol('5')])
const noInstant = given([new Date(Number.NaN), new Date(8.64e15), new Date(-8.64e15), '2030-01-01', 5, null])
const duration = (what: string) => new RegExp(`^${what} must be a (whole )?number from \\d+ to \\d+; got `)

/** What a handler throws when it calls this with each of these. */
async function refusals(
  call: (job: Job<unknown>, value: never) => unknown,
  values: readonly never[],
): Promise<string[]> {
  const messages: string[] = []
  const job = defineJob({
    type: 'refused',
    body,
    async run(job) {
      for (const value of values) {
        try {
          await call(job, value)
          messages.push('accepted')
        } catch (error) {
          messages.push((error as Error).message)
        }
      }
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  const { id } = await pawl.enqueue(job, {})
  await pawl.start()
  await reaches(pawl, id, 'succeeded')
  return messages
}

test.each<[string, (job: Job<unknown>, value: never) => unknown]>([
  ['job.defer', (job, value) => job.defer(value)],
  ['waitFor: timeoutMs', (job, value) => job.waitFor('event', { timeoutMs: value })],
  ['RetryAfterError: milliseconds from now', (_, value) => new RetryAfterError(value)],
])('%s takes a duration and nothing else', async (what, call) => {
  const messages = await refusals(call, noDuration)
  expect(messages.filter((message) => !duration(what).test(message))).toEqual([])
})

test('sleepUntil takes a duration or an instant within reach', async () => {
  const none = [...noDuration.filter((value) => !((value as unknown) instanceof Date)), ...noInstant.slice(0, 3)]
  const messages = await refusals((job, value) => job.sleepUntil(value), none)
  expect(messages.filter((message) => !message.startsWith('sleepUntil '))).toEqual([])
})

test('a job that defers itself by nonsense fails, and does not come back a hundred times a second', async () => {
  const job = defineJob({ type: 'nonsense', body, retry: { attempts: 1 }, run: (job) => job.defer(Number.NaN) })
  const batch = defineBatchJob({
    type: 'nonsense-batch',
    body,
    batch: 2,
    retry: { attempts: 1 },
    run(jobs) {
      for (const each of jobs) each.defer('5' as never)
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [job, batch] })
  const ids = [(await pawl.enqueue(job, {})).id, (await pawl.enqueue(batch, {})).id]
  await pawl.drain({ keepOpen: true })
  for (const id of ids) {
    const { error } = (await pawl.job(id))!
    expect(error).toMatchObject({ code: 'invalid-option', message: expect.stringMatching(duration('job.defer')) })
  }
})

test.each(noDuration)('a backoff that returns %s is reported, and the default one is used', async (wait) => {
  const job = defineJob({
    type: 'odd-backoff',
    body,
    retry: { attempts: 2, backoff: () => wait },
    run() {
      throw new Error('the handler failed')
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  const told: unknown[] = []
  pawl.on('service.error', ({ service, error }) => told.push([service, (error as Error).message]))
  const settled = new Promise((resolve) => pawl.on('job.settle', resolve))
  await pawl.enqueue(job, {})
  await pawl.start()
  expect(await settled).toMatchObject({ outcome: 'retryable', delayMs: expect.toSatisfy((ms) => ms >= 1_000) })
  expect(told).toEqual([['backoff', expect.stringMatching(duration("what the backoff of 'odd-backoff' returns"))]])
})

test('enqueue, lists, results, keys and signals refuse times that are none', async () => {
  const job = defineJob({ type: 'timed', body, run() {} })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  const keyed = (keyWindowMs: never) => pawl.enqueue(job, {}, { key: 'k', keyMode: 'window', keyWindowMs })
  for (const value of noDuration) {
    await expect(pawl.enqueue(job, {}, { delayMs: value })).rejects.toThrow(duration('delayMs'))
    await expect(keyed(value)).rejects.toThrow(duration('enqueue: keyWindowMs'))
    await expect(pawl.sources.pause('any', { forMs: value })).rejects.toThrow(duration('sources.pause: forMs'))
  }
  for (const value of noInstant) {
    const instant = (name: string) => `${name} must be a valid Date in the years 1 to 9999; got `
    await expect(pawl.enqueue(job, {}, { runAt: value })).rejects.toThrow(instant('runAt'))
    await expect(pawl.enqueue(job, {}, { startBefore: value })).rejects.toThrow(instant('startBefore'))
    await expect(pawl.jobs.list({ since: value })).rejects.toThrow(instant('jobs.list: since'))
  }
})

test.each(noDuration)('definitions refuse %s as a time', (value) => {
  const timed = (timeoutMs: never) => defineJob({ type: 'timed', body, timeoutMs, run() {} })
  expect(() => timed(value)).toThrow(duration("defineJob\\('timed'\\): timeoutMs"))
  expect(() => fixed({ delayMs: value })).toThrow(duration('fixed: delayMs'))
  expect(() => exponential({ maxMs: value })).toThrow(duration('exponential: maxMs'))
  const job = defineJob({ type: 'timed', body, run() {} })
  expect(() => defineSchedule({ name: 'often', everyMs: value, job, body: () => ({}) })).toThrow(/everyMs must be/)
})

test('a job that its handler has deferred a thousand times is an event, and again at each tenfold', async () => {
  const loops: unknown[] = []
  const job = defineJob({ type: 'loops', body, run: (job) => job.defer(3_600_000, 'not yet') })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  pawl.on('job.defer-loop', ({ deferrals, reason, id }) => loops.push({ deferrals, reason, id }))
  const ids: string[] = []
  for (const deferrals of [0, 998, 999, 1_000, 9_999]) {
    const { id } = await pawl.enqueue(job, {}, { delayMs: 1_000 })
    ids.push(id)
    await database.sql('update pawl.later set deferrals = $2 where job_id = $1', [Number(id.slice(4)), deferrals])
  }
  await advanceTime(database.url, 1_000)
  await pawl.start()
  await until('all were deferred', async () => {
    const rows = await database.sql('select from pawl.later where deferrals in (1, 999, 1000, 1001, 10000)')
    return rows.length === 5
  })
  expect(loops).toEqual([
    { deferrals: 1_000, reason: 'not yet', id: ids[2] },
    { deferrals: 10_000, reason: 'not yet', id: ids[4] },
  ])
})
