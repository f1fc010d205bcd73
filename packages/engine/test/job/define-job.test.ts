import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createPawl } from '../../src/index.ts'
import { exponential } from '../../src/job/backoff.ts'
import { defineJob, type JobOptions } from '../../src/job/define-job.ts'

const plain = { type: 'greet', body: z.object({ name: z.string() }), run() {} }
const define = (options: object) => () => defineJob({ ...plain, ...options } as JobOptions<typeof plain.body>)

test('every default is filled in', () => {
  expect(defineJob(plain)).toMatchObject({
    type: 'greet',
    queue: 'greet',
    version: 1,
    priority: 5,
    maxBodyBytes: 65_536,
    retry: { attempts: 3 },
    timeoutMs: undefined,
  })
})

test('without a backoff a job waits a second after its first failure, and twice as long after each further one', () => {
  const { backoff } = defineJob(plain).retry
  expect([1, 2, 3].map((failures) => backoff({ failures, random: 0, error: undefined }))).toEqual([1_000, 2_000, 4_000])
})

test('what was given stands', () => {
  const backoff = exponential({ firstMs: 5 })
  const source = () => 'api'
  const retry = { attempts: 8, backoff }
  const given = { queue: 'mail', version: 2, priority: 0, maxBodyBytes: 100, retry, timeoutMs: 60_000, source }
  expect(define(given)()).toMatchObject(given)
})

test('a definition cannot be changed afterwards', () => {
  const job = defineJob(plain)
  expect(() => Object.assign(job, { queue: 'other' })).toThrow(TypeError)
  expect(() => Object.assign(job.retry, { attempts: 9 })).toThrow(TypeError)
})

describe('mistakes are refused where the job is defined', () => {
  test.each([
    [{ timeoutMS: 5 }, "defineJob('greet') has no option 'timeoutMS'; did you mean 'timeoutMs'?"],
    [{ priorty: 5 }, "did you mean 'priority'?"],
    [{ retry: { attemps: 3 } }, "defineJob('greet').retry has no option 'attemps'; did you mean 'attempts'?"],
    [{ retries: 5 }, "defineJob('greet') has no option 'retries'"],
    [{ type: '' }, 'the type of a job must be a text of 1 to 200 characters'],
    [{ queue: 5 }, "defineJob('greet'): queue must be a text"],
    [{ version: 0 }, 'version must be a whole number from 1 to 32767; got 0'],
    [{ priority: 10 }, 'priority must be a whole number from 0 to 9; got 10'],
    [{ retry: { attempts: 0 } }, 'retry.attempts must be a whole number from 1 to 32767; got 0'],
    [{ retry: { attempts: 2.5 } }, 'retry.attempts must be a whole number'],
    [{ retry: { backoff: 'exponential' } }, 'retry.backoff must be fixed(…), exponential(…) or a function'],
    [{ timeoutMs: 0 }, 'timeoutMs must be a whole number from 1 to 2147483647; got 0'],
    [{ timeoutMs: 2_147_483_648 }, 'timeoutMs must be a whole number from 1 to 2147483647'],
    [{ maxBodyBytes: -1 }, 'maxBodyBytes must be a whole number of at least 2; got -1'],
    [{ run: 'x' }, 'run must be a function'],
    [{ body: { name: 'string' } }, 'body must be a Standard Schema, as zod, valibot and arktype make them'],
    [{ body: undefined }, 'body must be a Standard Schema'],
  ])('%j', (options, message) => expect(define(options)).toThrow(message))

  test('the message lists the options there are', () => {
    expect(define({ zzz: 1 })).toThrow('(it has: type, queue, version, priority, body,')
  })
})

describe('mistakes in the options of a Pawl are refused when it is made', () => {
  const greet = defineJob(plain)
  const make = (options: object) => () =>
    createPawl({ url: 'postgres://localhost/x', jobs: [greet], ...options } as Parameters<typeof createPawl>[0])

  test.each([
    [{ job: [] }, "createPawl has no option 'job'; did you mean 'jobs'?"],
    [{ url: 'mysql://localhost' }, 'url must be a PostgreSQL URL (postgres://…); got mysql://localhost'],
    [{ jobs: greet }, 'jobs must be a list of what defineJob returned'],
    [
      { queues: { greet: { concurency: 5 } } },
      "queues['greet'] has no option 'concurency'; did you mean 'concurrency'?",
    ],
    [{ queues: { gret: {} } }, "no job is in the queue 'gret'; did you mean 'greet'?"],
    [{ queues: { greet: { concurrency: 0 } } }, "queues['greet'].concurrency must be a whole number from 1 to 10000"],
    [{ queues: { greet: { startRate: { limit: 5, perMS: 5 } } } }, "did you mean 'perMs'?"],
    [{ worker: { heartbeatMS: 5 } }, "worker has no option 'heartbeatMS'; did you mean 'heartbeatMs'?"],
    [{ worker: { heartbeatMs: 100, silenceMs: 200 } }, 'worker.silenceMs must be a number from 300 to'],
    [{ jobs: [greet, defineJob(plain)] }, "two different jobs have the type 'greet'; give one another name"],
  ])('%#', (options, message) => expect(make(options)).toThrow(message))

  test('a job type and a filter that nobody knows bring the right one to mind', async () => {
    const pawl = make({})()
    const other = defineJob({ ...plain, type: 'greets' })
    await expect(pawl.enqueue(other, { name: 'Ada' })).rejects.toThrow(
      "no job has the type 'greets'; did you mean 'greet'?",
    )
    await expect(async () => pawl.deadLetters.list({ queu: 'x' } as never)).rejects.toThrow("did you mean 'queue'?")
    await pawl.stop()
  })
})
