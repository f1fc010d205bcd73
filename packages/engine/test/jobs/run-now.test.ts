import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, PermanentError } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { reaches } from '../support/settled.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const hold = gate()
let fixed = false
const job = defineJob({
  type: 'mended',
  body: z.object({ what: z.string() }),
  retry: { attempts: 3, backoff: () => 3_600_000 },
  run: async (attempt) => {
    const { what } = attempt.body
    if (what === 'defers') return attempt.defer(3_600_000)
    if (what === 'holds') await hold.passed
    if (what === 'doomed' && !fixed) throw new PermanentError('never')
    if (what === 'fails' && !fixed) throw new Error('not yet')
  },
})
const newPawl = () => testPawl({ url: database.url, jobs: [job] })

test('a job that waits for its retry runs now, in whichever process, as the same job', async () => {
  fixed = false
  const [worker, operator] = [newPawl(), newPawl()]
  await worker.start()
  const { id } = await worker.enqueue(job, { what: 'fails' })
  await reaches(worker, id, 'retryable')
  const told: unknown[] = []
  operator.on('job.run-now', (event) => told.push(event))
  fixed = true
  expect(await operator.runNow(id)).toEqual({ id, replayed: false })
  await reaches(worker, id, 'succeeded')
  expect((await worker.attempts(id)).map(({ number, outcome }) => [number, outcome])).toEqual([
    [1, 'retryable'],
    [2, 'succeeded'],
  ])
  expect(told).toEqual([{ id, type: 'mended', queue: 'mended' }])
})

test('a job that waits for its time, or was deferred, runs now', async () => {
  const pawl = newPawl()
  const scheduled = await pawl.enqueue(job, { what: 'plain' }, { runAt: new Date('2050-01-01') })
  const deferred = await pawl.enqueue(job, { what: 'defers' })
  await pawl.start()
  await until('it is deferred', async () => (await pawl.job(deferred.id))?.deferrals === 1)
  for (const { id } of [scheduled, deferred]) expect(await pawl.runNow(id)).toEqual({ id, replayed: false })
  await reaches(pawl, scheduled.id, 'succeeded')
  await until('it is deferred again', async () => (await pawl.job(deferred.id))?.deferrals === 2)
  await pawl.cancel(deferred.id)
})

test('a job that has failed runs again as a new one, once', async () => {
  fixed = false
  const pawl = newPawl()
  const { id } = await pawl.enqueue(job, { what: 'doomed' })
  await pawl.drain({ keepOpen: true })
  fixed = true
  const retried = await pawl.runNow(id)
  expect(retried.replayed).toBe(true)
  expect(await pawl.job(retried.id)).toMatchObject({ status: 'pending', replays: id })
  await expect(pawl.runNow(id)).rejects.toMatchObject({ code: 'not-dead' })
  await pawl.drain({ keepOpen: true })
  expect((await pawl.job(retried.id))?.status).toBe('succeeded')
})

test('of many who retry one job at once, one does, and it runs once', async () => {
  fixed = false
  const pawl = newPawl()
  const { id } = await pawl.enqueue(job, { what: 'fails' })
  await pawl.drain({ keepOpen: true })
  fixed = true
  const others = Array.from({ length: 5 }, () => newPawl())
  const results = await Promise.allSettled(others.map((other) => other.runNow(id)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await pawl.drain({ keepOpen: true })
  expect(await pawl.attempts(id)).toHaveLength(2)
})

test('a job in any other state is not run, and the error says why and what to do', async () => {
  const pawl = newPawl()
  const done = await pawl.enqueue(job, { what: 'plain' })
  await pawl.drain({ keepOpen: true })
  const parent = await pawl.enqueue(job, { what: 'plain' }, { delayMs: 3_600_000 })
  const dependent = await pawl.enqueue(job, { what: 'plain' }, { after: [parent.id] })
  const cancelled = await pawl.enqueue(job, { what: 'plain' })
  await pawl.cancel(cancelled.id)
  const pending = await pawl.enqueue(job, { what: 'holds' })
  const refused = { code: 'not-runnable' }
  await expect(pawl.runNow(done.id)).rejects.toMatchObject({
    ...refused,
    message: expect.stringMatching(/has succeeded: enqueue a new/),
  })
  await expect(pawl.runNow(dependent.id)).rejects.toMatchObject({
    ...refused,
    message: expect.stringMatching(/waits for other jobs/),
  })
  await expect(pawl.runNow(cancelled.id)).rejects.toMatchObject({
    ...refused,
    message: expect.stringMatching(/was cancelled/),
  })
  await expect(pawl.runNow(pending.id)).rejects.toMatchObject({
    ...refused,
    message: expect.stringMatching(/is in line/),
  })
  await pawl.start()
  await until('it runs', async () => (await pawl.job(pending.id))?.status === 'running')
  await expect(pawl.runNow(pending.id)).rejects.toMatchObject({ ...refused, message: expect.stringMatching(/it runs/) })
  await expect(pawl.runNow('job_999999999')).rejects.toMatchObject({ code: 'unknown-job' })
  hold.open()
})
