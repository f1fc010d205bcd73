import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, defineSource } from '../src/index.ts'
import { testDatabase } from './support/database.ts'
import { reaches } from './support/settled.ts'
import { testPawl } from './support/test-pawl.ts'

const database = testDatabase()
const ping = defineJob({ type: 'ping', body: z.object({ n: z.number().optional() }).loose(), run() {} })
const given = (value: unknown) => value as never
const newPawl = () => testPawl({ url: database.url, jobs: [ping] })

test.each<[unknown, string]>([
  ['ping', "got 'ping'. Pass the definition of the type 'ping' itself."],
  ['pong', "got 'pong'. Pass the definition itself."],
  [undefined, 'got undefined. Pass the definition itself.'],
  [null, 'got null. '],
  [{ typ: 'ping' }, 'got [object Object]. '],
  [Object.create(null), 'got [object]. '],
])('what is no job is refused with what was expected: %o', async (job, message) => {
  const pawl = newPawl()
  const refused = (call: string) => ({
    code: 'invalid-job',
    message: expect.stringContaining(`${call} takes a job as defineJob returned it; ${message}`),
  })
  await expect(pawl.enqueue(given(job), given({}))).rejects.toMatchObject(refused('enqueue'))
  await expect(pawl.enqueueMany(given(job), given([{}]))).rejects.toMatchObject(refused('enqueueMany'))
  await expect(pawl.enqueueStream(given(job), given([{}]))).rejects.toMatchObject(refused('enqueueStream'))
  await expect(pawl.jobByKey(given(job), 'key')).rejects.toMatchObject(refused('jobByKey'))
})

test.each(['abc', { length: 1 }, undefined, new Set([{}])])(
  'what is no list of bodies is refused: %o',
  async (bodies) => {
    const pawl = newPawl()
    const refused = {
      code: 'invalid-bodies',
      message: expect.stringMatching(/^enqueueMany takes a list of bodies; got /),
    }
    await expect(pawl.enqueueMany(ping, given(bodies))).rejects.toMatchObject(refused)
  },
)

test('a text is no stream of bodies', async () => {
  await expect(newPawl().enqueueStream(ping, given('abc'))).rejects.toMatchObject({
    code: 'invalid-bodies',
    message: "enqueueStream takes bodies as something to iterate over; got 'abc'",
  })
})

test.each(['zz', '', '00-a-b-01', 5])('a trace that is no traceparent is refused: %o', async (trace) => {
  await expect(newPawl().enqueue(ping, {}, { trace: given(trace) })).rejects.toMatchObject({
    code: 'invalid-option',
    message: expect.stringMatching(/^trace must be a /),
  })
})

test('a Map is no body, a value that JSON cannot carry is named with its path, in all of a list', async () => {
  const pawl = newPawl()
  await expect(pawl.enqueue(ping, given(new Map()))).rejects.toThrow(/body: .* JSON cannot carry a Map/)
  await expect(pawl.enqueueMany(ping, [{}, { deep: [Number.NaN] }])).rejects.toThrow(/body\.deep\.0: .* NaN/)
  await expect(pawl.signal('event', { n: Number.NaN })).rejects.toThrow(/signal 'event' cannot be kept: at n: .* NaN/)
})

test('what a step returned is refused with its path, and the attempt fails for good', async () => {
  const job = defineJob({
    type: 'step-of-nan',
    body: z.object({}),
    run: (job) => job.step('mean', () => ({ mean: 0 / 0 })),
  })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  const { id } = await pawl.enqueue(job, {})
  await pawl.start()
  const { error, attempt } = await reaches(pawl, id, 'failed')
  expect([attempt, (error as Error).message]).toEqual([1, expect.stringMatching(/at mean: JSON cannot carry NaN/)])
})

test('the name of a source that was not declared is refused, where any is', async () => {
  const limits = { requestsPerMinute: 60, userAgent: 'test' }
  const sources = [defineSource({ name: 'mangadex', ...limits }), defineSource({ name: 'site:*', ...limits })]
  const pawl = testPawl({ url: database.url, jobs: [ping], sources })
  await expect(pawl.enqueue(ping, {}, { source: 'mangadx' })).rejects.toMatchObject({
    code: 'unknown-source',
    message: expect.stringContaining("there is no source 'mangadx'; did you mean 'mangadex'?"),
  })
  await expect(pawl.enqueueMany(ping, [{}], { source: () => 'sites' })).rejects.toMatchObject({
    code: 'unknown-source',
  })
  await pawl.enqueue(ping, {}, { source: 'mangadex' })
  await pawl.enqueue(ping, {}, { source: 'site:a.example' })
  // this one knows of none: it only enqueues
  await newPawl().enqueue(ping, {}, { source: 'mangadx' })
})

test('a type of a thousand characters is cut in messages', async () => {
  const type = 'x'.repeat(1_000)
  const error = await newPawl()
    .enqueue(given({ type }), given({}))
    .catch((error: Error) => error)
  expect((error as Error).message.length).toBeLessThan(300)
  const define = () => defineJob({ type, body: z.object({}), run() {} })
  expect(define).toThrow(/got 'x{100}…'/)
  expect(() => defineJob({ type, body: z.object({}), run() {}, tpye: 1 } as never)).toThrow(
    /^defineJob\('x{100}…'\) has no option/,
  )
})

test('a name of a thousand characters is cut in messages', async () => {
  const name = 'x'.repeat(1_000)
  const source = defineSource({ name: 'mangadex', requestsPerMinute: 60 })
  const pawl = testPawl({ url: database.url, jobs: [ping], sources: [source] })
  const calls: (() => unknown)[] = [
    () => pawl.job(name),
    () => pawl.cancel(name),
    () => pawl.cancelMany({ type: name }),
    () => pawl.cancelMany({ queue: name }),
    () => pawl.jobs.list({ status: given(name) }),
    () => pawl.jobs.list({ after: name }),
    () => pawl.deadLetters.list({ reason: given(name) }),
    () => pawl.queues.pause(name),
    () => pawl.schedules.pause(name),
    () => pawl.sources.pause(name),
    () => pawl.on(given(name), () => {}),
    () => pawl.enqueue(ping, {}, { source: 'y'.repeat(150) }),
    () => pawl.enqueue(ping, {}, { after: [name] }),
    () => pawl.enqueue(ping, {}, { key: 'a', keyMode: given(name) }),
    () => pawl.enqueue(ping, {}, given({ [name]: 1 })),
  ]
  for (const call of calls) {
    const refused = await Promise.resolve()
      .then(call)
      .then(String, (error: Error) => error.message)
    expect([call, refused]).toEqual([call, expect.stringMatching(/'(x{100}|y{100})…'/)])
    expect(refused).not.toMatch(/x{101}|y{101}/)
  }
})

test.each<[unknown, string]>([
  ['job_1', "got 'job_1'"],
  [5, 'got 5'],
  [null, 'got null'],
])('what is no list of dependencies is refused: %o', async (after, message) => {
  await expect(newPawl().enqueue(ping, {}, { after: given(after) })).rejects.toMatchObject({
    code: 'invalid-option',
    message: `after must be a list of job ids; ${message}`,
  })
})
