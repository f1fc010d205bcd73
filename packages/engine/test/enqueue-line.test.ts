import { afterEach, expect, test, vi } from 'vitest'
import type { NewJob } from '../src/postgres/new-job.ts'
import { EnqueueLimit } from '../src/runtime/enqueue-limit.ts'
import { EnqueueLine } from '../src/runtime/enqueue-line.ts'

afterEach(() => void vi.useRealTimers())

test('the time of an enqueue behind many others counts from the last answer of PostgreSQL, if there was one', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  let failure: Error | undefined
  const waitedMs: number[] = []
  const line = new EnqueueLine(async (jobs, since) => {
    waitedMs.push(performance.now() - since)
    vi.advanceTimersByTime(400)
    if (failure !== undefined) throw failure
    return jobs.map(() => ({ id: 'job_1', duplicate: false }))
  }, new EnqueueLimit(1_000))
  const enqueue = () => Promise.allSettled(Array.from({ length: 3_000 }, () => line.add({} as NewJob)))

  await enqueue()
  expect(waitedMs.splice(0), 'three batches, each answered').toEqual([0, 0, 0])
  failure = new Error('PostgreSQL has not answered')
  await enqueue()
  expect(waitedMs.splice(0), 'none was answered').toEqual([0, 400, 800])
  failure = Object.assign(new Error('refused'), { severity: 'ERROR' })
  await enqueue()
  expect(waitedMs, 'an error is an answer').toEqual([0, 0, 0])
})
