import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, fixed, type WatchEvent } from '../../src/index.ts'
import { advanceTime } from '../../src/testing/index.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { testPawl } from '../support/test-pawl.ts'

const database = testDatabase()
const body = z.object({})

test('whoever watches a job is told of each state and of progress until it has ended, from another process too', async () => {
  const [first, second, third] = [gate(), gate(), gate()]
  const job = defineJob({
    type: 'watched',
    body,
    retry: { attempts: 2, backoff: fixed({ delayMs: 3_600_000 }) },
    async run(job) {
      if (job.attempt === 1) {
        await first.passed
        throw new Error('try again')
      }
      await second.passed
      job.progress({ done: 1, total: 2 })
      await third.passed
      return 'end'
    },
  })
  const worker = testPawl({ url: database.url, jobs: [job] })
  const other = testPawl({ url: database.url, jobs: [job] })
  const { id } = await other.enqueue(job, {})
  const seen: WatchEvent[] = []
  let started = false
  for await (const event of other.watch(id)) {
    seen.push(event)
    if (!started) await worker.start()
    started = true
    if (event.kind === 'progress') third.open()
    else if (event.state === 'running') (event.attempt === 1 ? first : second).open()
    else if (event.state === 'retryable') await advanceTime(database.url, 3_600_000)
  }
  const told = seen.map((event) => (event.kind === 'progress' ? event.value : `${event.state} ${event.attempt}`))
  expect(told.filter((what) => what !== 'pending 2')).toEqual([
    'pending 1',
    'running 1',
    'retryable 2',
    'running 2',
    { done: 1, total: 2 },
    'succeeded 2',
  ])
  expect(seen.find((event) => event.kind === 'state' && event.state === 'retryable')).toMatchObject({
    id,
    error: { message: 'try again' },
    runAt: expect.any(Date),
  })
  expect(seen.at(-1)).toMatchObject({ id, state: 'succeeded', result: 'end', error: null })
})

test('a job that has ended is told as it stands, with the progress it had', async () => {
  const job = defineJob({ type: 'over', body, run: (job) => job.progress('all') })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  const { id } = await pawl.enqueue(job, {})
  await pawl.drain({ keepOpen: true })
  const seen = []
  for await (const event of pawl.watch(id)) seen.push(event)
  expect(seen).toMatchObject([
    { kind: 'progress', value: 'all' },
    { kind: 'state', state: 'succeeded' },
  ])
})

test('a signal ends the watching quietly, before it began or in between', async () => {
  const job = defineJob({ type: 'left', body, run: () => {} })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  const { id } = await pawl.enqueue(job, {})
  const leave = new AbortController()
  const seen = []
  for await (const event of pawl.watch(id, { signal: leave.signal })) {
    seen.push(event)
    setImmediate(() => leave.abort())
  }
  expect(seen).toMatchObject([{ state: 'pending' }])
  for await (const event of pawl.watch(id, { signal: leave.signal })) expect.unreachable(JSON.stringify(event))
})

test('a reader that is slow is told what stands, not all that was', async () => {
  const job = defineJob({ type: 'fast', body, run: () => 1 })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  const { id } = await pawl.enqueue(job, {})
  const watching = pawl.watch(id)
  expect((await watching.next()).value).toMatchObject({ state: 'pending' })
  await pawl.drain({ keepOpen: true })
  expect((await watching.next()).value).toMatchObject({ state: 'succeeded', result: 1 })
  expect((await watching.next()).done).toBe(true)
})

test('a job that nobody knows, and a Pawl that is stopped, end the watching with an error', async () => {
  const job = defineJob({ type: 'stopped', body, run: () => {} })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  await expect(pawl.watch('job_987654321').next()).rejects.toMatchObject({ code: 'unknown-job' })
  const { id } = await pawl.enqueue(job, {})
  const watching = pawl.watch(id)
  await watching.next()
  const end = expect(watching.next()).rejects.toMatchObject({ code: 'stopped' })
  await pawl.stop()
  await end
})
