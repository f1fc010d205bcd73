import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  defineJob,
  fixed,
  JobFailedError,
  type Logger,
  PermanentError,
  type ResultTimeoutError,
} from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { reaches } from '../support/settled.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const body = z.object({ n: z.number().default(0) })

const stored = (id: string) =>
  database.sql(
    `select r.value from pawl.result r join pawl.attempt a on a.pos = r.pos where 'job_' || a.job_id::text = $1`,
    [id],
  )

test.each([
  ['an object', { rows: 3, names: ['a', 'b'], none: null }],
  ['a list', [1, [2, '😀']]],
  ['a text', 'done'],
  ['zero', 0],
  ['false', false],
  ['null', null],
  ['an empty text', ''],
])('%s that a handler returns is the result of its job', async (_, value) => {
  const job = defineJob({ type: 'returns', body, run: () => value })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  await pawl.start()
  const { id } = await pawl.enqueue(job, {})
  expect(await pawl.result(id)).toEqual(value)
  expect(await pawl.job(id)).toMatchObject({ status: 'succeeded', result: value, error: null })
})

test('a handler that returns nothing leaves no row, and its result is undefined', async () => {
  const job = defineJob({ type: 'silent', body, run: () => {} })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  const { id } = await pawl.enqueue(job, {})
  await pawl.drain({ keepOpen: true })
  expect(await pawl.result(id)).toBeUndefined()
  expect(await stored(id)).toEqual([])
})

test('what JSON makes of a value is what is kept: dates become texts, and so does what has a toJSON', async () => {
  const at = new Date('2026-01-02T03:04:05Z')
  const job = defineJob({ type: 'dates', body, run: () => ({ at, url: new URL('https://example.org/x') }) })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  const { id } = await pawl.enqueue(job, {})
  await pawl.drain({ keepOpen: true })
  expect(await pawl.result(id)).toEqual({ at: at.toISOString(), url: 'https://example.org/x' })
})

test('what a library handed out is not taken for a result', async () => {
  const queried = defineJob({ type: 'queried', body, run: (job) => job.commit((tx) => tx.query('select 1 as one')) })
  const mapped = defineJob({ type: 'mapped', body, run: () => new Map([[1, 2]]) })
  const pawl = testPawl({ url: database.url, jobs: [queried, mapped] })
  const ids = [await pawl.enqueue(queried, {}), await pawl.enqueue(mapped, {})]
  await pawl.drain({ keepOpen: true })
  for (const { id } of ids) {
    expect(await pawl.result(id)).toBeUndefined()
    expect(await stored(id)).toEqual([])
  }
})

test('what the callback of job.commit returns is the result, whatever the handler returns after it', async () => {
  const job = defineJob({
    type: 'commits',
    body,
    async run(job) {
      await job.commit(async () => ({ chapter: 7 }))
      return 'too late to be kept'
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  const { id } = await pawl.enqueue(job, {})
  await pawl.drain({ keepOpen: true })
  expect(await pawl.result(id)).toEqual({ chapter: 7 })
})

test('a result is written with the completion, its follow-ups, its key and its slot of a group', async () => {
  const follow = defineJob({ type: 'follow', body, run: () => {} })
  const parent = defineJob({
    type: 'parent',
    body,
    async run(job) {
      await job.enqueue(follow, {})
      return 'with follow-up'
    },
  })
  const tied = defineJob({
    type: 'tied',
    body,
    key: () => 'k',
    group: () => 'g',
    run: ({ body }) => body.n,
  })
  const pawl = testPawl({ url: database.url, jobs: [follow, parent, tied] })
  const first = await pawl.enqueue(parent, {})
  const second = await pawl.enqueue(tied, { n: 2 })
  await pawl.drain({ keepOpen: true })
  expect(await pawl.result(first.id)).toBe('with follow-up')
  expect(await pawl.result(second.id)).toBe(2)
  expect(await database.sql(`select from pawl.jobs where type = 'follow' and status = 'succeeded'`)).toHaveLength(1)
  expect(await database.sql('select from pawl.key')).toEqual([])
  expect(await database.sql('select from pawl.group_slot')).toEqual([])
})

test('of an attempt that fails or defers no result is kept, of the one that succeeds it is', async () => {
  const job = defineJob({
    type: 'third-time',
    body,
    retry: { attempts: 2, backoff: fixed({ delayMs: 1 }) },
    run(job) {
      runs++
      if (runs === 1) return job.defer(1)
      if (runs === 2) throw new Error('not yet')
      return runs
    },
  })
  let runs = 0
  const pawl = testPawl({ url: database.url, jobs: [job] })
  await pawl.start()
  const { id } = await pawl.enqueue(job, {})
  expect(await pawl.result(id)).toBe(3)
  expect(await stored(id)).toEqual([{ value: 3 }])
})

test('the result of a job that failed is its error', async () => {
  const job = defineJob({
    type: 'fails',
    body,
    run() {
      throw new PermanentError('no such account')
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  await pawl.start()
  const { id } = await pawl.enqueue(job, {})
  const error = await pawl.result(id).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(JobFailedError)
  expect(error).toMatchObject({
    code: 'job-failed',
    message: `${id} has failed: PermanentError: no such account`,
    error: { name: 'PermanentError', message: 'no such account', class: 'permanent' },
  })
})

test('the result of a job that is cancelled is an error that says so', async () => {
  const job = defineJob({ type: 'cancelled', body, run: () => {} })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  const { id } = await pawl.enqueue(job, {}, { delayMs: 3_600_000 })
  const result = pawl.result(id)
  result.catch(() => {})
  await pawl.cancel(id)
  await expect(result).rejects.toMatchObject({
    code: 'job-cancelled',
    message: `${id} was cancelled: there will be no result`,
  })
})

test('a result that does not come in time is an error that says what the job does, and the job goes on', async () => {
  const hold = gate()
  const job = defineJob({ type: 'slow', body, run: () => hold.passed.then(() => 'late') })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  await pawl.start()
  const { id } = await pawl.enqueue(job, {})
  await reaches(pawl, id, 'running')
  // what it does is known once somebody has looked
  const late = await until('it was looked at in time', async () => {
    const error = (await pawl.result(id, { timeoutMs: 100 }).catch((thrown: unknown) => thrown)) as ResultTimeoutError
    return error.state !== undefined && error
  })
  expect(late).toMatchObject({
    code: 'result-timeout',
    state: 'running',
    message: expect.stringContaining(`${id} has not ended within 100 ms: it is running`),
  })
  hold.open()
  expect(await pawl.result(id)).toBe('late')
})

test('a job that nobody knows is an error at once, and so is an id that is none', async () => {
  const pawl = testPawl({ url: database.url, jobs: [] })
  await expect(pawl.result('job_987654321')).rejects.toMatchObject({ code: 'unknown-job' })
  await expect(pawl.result('987')).rejects.toThrow(/looks like 'job_123'/)
  await expect(pawl.result('job_1', { timeout: 5 } as object)).rejects.toThrow(/no option 'timeout'.*'timeoutMs'/)
})

test('those who wait learn it when their Pawl is stopped, and nobody can begin to wait', async () => {
  const job = defineJob({ type: 'never', body, run: () => {} })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  const { id } = await pawl.enqueue(job, {})
  const waiting = pawl.result(id)
  const refused = expect(waiting).rejects.toMatchObject({ code: 'stopped' })
  await pawl.stop()
  await refused
  await expect(pawl.result(id)).rejects.toMatchObject({ code: 'stopped' })
})

test('a signal ends the waiting and not the job', async () => {
  const job = defineJob({ type: 'left', body, run: () => 5 })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  const { id } = await pawl.enqueue(job, {})
  const leave = new AbortController()
  const waiting = pawl.result(id, { signal: leave.signal })
  leave.abort(new Error('the client has gone'))
  await expect(waiting).rejects.toThrow('the client has gone')
  await expect(pawl.result(id, { signal: leave.signal })).rejects.toThrow('the client has gone')
  await pawl.drain({ keepOpen: true })
  expect(await pawl.result(id)).toBe(5)
})

test('the waiting survives a connection that is cut', async () => {
  const hold = gate()
  const job = defineJob({ type: 'cut', body, run: () => hold.passed.then(() => 'after all') })
  const lines: string[] = []
  const write = (_: object, message: string) => void lines.push(message)
  const logger: Logger = { debug: write, info: write, warn: write, error: write }
  const worker = testPawl({ url: database.url, jobs: [job] })
  const client = testPawl({ url: database.url, jobs: [job], logger })
  await worker.start()
  const { id } = await client.enqueue(job, {})
  const waiting = client.result(id)
  await reaches(worker, id, 'running')
  await database.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'pawl general'`,
  )
  hold.open()
  expect(await waiting).toBe('after all')
})
