import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createPawl, defineJob, type EnqueueOptions, type PawlOptions } from '../src/index.ts'
import { testDatabase } from './support/database.ts'
import { testPawl } from './support/test-pawl.ts'

const database = testDatabase()
const body = z.object({ host: z.string() })
const visit = defineJob({
  type: 'visit',
  queue: 'visits',
  body,
  retry: { attempts: 1 },
  run() {
    throw new Error('closed')
  },
})
const jobs = [visit]

/** As it may come from somebody who does not compile. */
const untyped = <T>(value: unknown) => value as T

describe('createPawl refuses, when it is called', () => {
  const cases: [string, object, RegExp][] = [
    ['a logger without levels', { logger: {} }, /logger\.debug must be a function/],
    ['a logger that is null', { logger: null }, /logger\.debug must be a function/],
    ['a classifier that is no function', { classifyError: 'x' }, /classifyError must be a function; got 'x'/],
    ['a worker without a proper name', { worker: { name: 5 } }, /worker\.name must be a text/],
    ['half a connection', { worker: { commitConnections: 2.5 } }, /commitConnections must be a whole number/],
    ['a heartbeat that no timer can wait for', { worker: { heartbeatMs: 3e9, silenceMs: 9e9 } }, /heartbeatMs must be/],
    ['a poll that no timer can wait for', { worker: { pollMs: 3e9 } }, /pollMs must be a number from 1 to 2147483647/],
    [
      'a start rate that no claim can count',
      { queues: { visits: { startRate: { limit: 1, perMs: 30 * 86_400_000 } } } },
      /perMs must be/,
    ],
    ['jobs that nobody defined', { jobs: [undefined] }, /what defineJob returned/],
    ['flags that are neither true nor false', { pooler: 'yes' }, /pooler must be true or false; got 'yes'/],
    ['options of the worker that are null', { worker: null }, /worker takes its options as an object; got null/],
  ]
  test.each(cases)('%s', (_, options, message) => {
    expect(() => createPawl(untyped<PawlOptions>({ url: database.url, jobs, ...options }))).toThrow(message)
  })
})

describe('defineJob refuses', () => {
  const cases: [string, object, RegExp][] = [
    ['a type that PostgreSQL cannot store', { type: 'vi\0sit' }, /without NUL/],
    ['a queue with half of a surrogate pair', { queue: 'q\ud800' }, /surrogate/],
    ['a retry policy that is null', { retry: null }, /retry takes its options as an object; got null/],
    ['a source that is no function', { source: 'example.org' }, /source must be a function; got 'example.org'/],
  ]
  test.each(cases)('%s', (_, options, message) => {
    expect(() => defineJob(untyped<typeof visit>({ type: 'visit', body, run() {}, ...options }))).toThrow(message)
  })
})

describe('enqueue refuses', () => {
  const cases: [string, unknown, RegExp][] = [
    ['options that are null', null, /enqueue takes its options as an object; got null/],
    ['a source that is a number', { source: 5 }, /the source of 'visit' must be a text/],
    ['a source that PostgreSQL cannot store', { source: 'a\0' }, /the source of 'visit' .* without NUL/],
    ['a trace that PostgreSQL cannot store', { trace: 'a\0' }, /trace .* without NUL/],
    ['a delay beyond all calendars', { delayMs: 9e15 }, /delayMs must be a number from 0/],
  ]
  test.each(cases)('%s', async (_, options, message) => {
    const pawl = testPawl({ url: database.url, jobs })
    await expect(pawl.enqueue(visit, { host: 'a' }, untyped<EnqueueOptions>(options))).rejects.toThrow(message)
  })
})

test('the source of a call may be a text or a function of the body', async () => {
  const pawl = testPawl({ url: database.url, jobs })
  const sources = async (options: EnqueueOptions<{ host: string }>) => {
    const made = await pawl.enqueueMany(visit, [{ host: 'a.example' }, { host: 'b.example' }], options)
    return Promise.all(made.map(async ({ id }) => (await pawl.job(id))?.source))
  }
  expect(await sources({ source: 'c.example' })).toEqual(['c.example', 'c.example'])
  expect(await sources({ source: ({ host }) => host })).toEqual(['a.example', 'b.example'])
  expect(await sources({ source: () => '' })).toEqual([null, null])
  expect(await pawl.cancelMany({ type: 'visit' })).toBe(6)
})

test('a name that nobody knows is refused with the nearest one, in every call that takes names', async () => {
  const pawl = testPawl({ url: database.url, jobs })
  const wrong = untyped<never>
  await expect(pawl.cancelMany(wrong({ queu: 'visits', type: 'visit' }))).rejects.toThrow(/did you mean 'queue'/)
  await expect(pawl.cancelMany({ queue: 'visit' })).rejects.toThrow(
    /no job ever had the queue 'visit'; did you mean 'visits'/,
  )
  await expect(pawl.cancelMany({ type: 'visits' })).rejects.toThrow(
    /no job ever had the type 'visits'; did you mean 'visit'/,
  )
  await expect(pawl.deadLetters.list({ queue: 'visit' })).rejects.toThrow(/did you mean 'visits'/)
  await expect(pawl.deadLetters.list({ reason: wrong('poisoned') })).rejects.toThrow(/did you mean 'poison'/)
  await expect(pawl.drain(wrong({ keepopen: true }))).rejects.toThrow(/did you mean 'keepOpen'/)
  await expect(pawl.stop(wrong({ grace: 5 }))).rejects.toThrow(/did you mean 'graceMs'/)
  await expect(pawl.stop({ graceMs: -1 })).rejects.toThrow(/graceMs must be a number from 0/)
  expect(() => pawl.on(wrong('job.settled'), () => {})).toThrow(/no event 'job.settled'; did you mean 'job.settle'/)
  expect(() => pawl.on('job.settle', wrong(undefined))).toThrow(/must be a function/)
})

test('jobs and dead letters of a release that is gone are found by their names', async () => {
  const before = testPawl({ url: database.url, jobs })
  await before.enqueue(visit, { host: 'a' })
  await before.drain({ keepOpen: true })
  await before.enqueue(visit, { host: 'b' })
  const after = testPawl({ url: database.url, jobs: [defineJob({ type: 'other', body, run() {} })] })
  expect(await after.deadLetters.list({ queue: 'visits' })).toHaveLength(1)
  expect(await after.cancelMany({ queue: 'visits' })).toBe(1)
})
