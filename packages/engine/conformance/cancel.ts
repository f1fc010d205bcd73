import { defineJob } from 'pawl'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { gate } from '../test/support/gate.ts'
import { reaches } from '../test/support/settled.ts'
import { until } from '../test/support/until.ts'
import type { Transport } from './transport.ts'

export function cancelConformance({ open, database }: Transport): void {
  const body = z.object({ n: z.number() })

  test('a pending job is cancelled at once and never runs', async () => {
    const ran: number[] = []
    const job = defineJob({ type: 'a', body, run: ({ body }) => void ran.push(body.n) })
    const pawl = open({ jobs: [job] })
    const { id } = await pawl.enqueue(job, { n: 1 })
    expect(await pawl.cancel(id)).toEqual({ id, cancelled: true, state: 'cancelled' })
    const second = await pawl.enqueue(job, { n: 2 })
    await pawl.drain({ keepOpen: true })
    expect(ran).toEqual([2])
    expect((await pawl.job(id))?.status).toBe('cancelled')
    expect(await pawl.cancel(second.id)).toEqual({ id: second.id, cancelled: false, state: 'succeeded' })
  })

  test('a scheduled job is cancelled and stays in the history', async () => {
    const job = defineJob({ type: 'b', body, run: () => {} })
    const pawl = open({ jobs: [job] })
    const { id } = await pawl.enqueue(job, { n: 1 }, { delayMs: 60_000 })
    expect((await pawl.cancel(id)).cancelled).toBe(true)
    expect(await pawl.job(id)).toMatchObject({ status: 'cancelled', body: { n: 1 } })
    expect(await pawl.attempts(id)).toMatchObject([{ outcome: 'cancelled' }])
  })

  test('a running job learns of its cancellation from another process through its signal', async () => {
    const started = gate<string>()
    const aborted = gate<unknown>()
    const job = defineJob({
      type: 'c',
      body,
      run: (attempt) => {
        started.open(attempt.id)
        return new Promise((resolve) => {
          attempt.signal.addEventListener('abort', () => {
            aborted.open(attempt.signal.reason.code)
            resolve('too late')
          })
        })
      },
    })
    const worker = open({ jobs: [job] })
    const other = open({ jobs: [job] })
    await worker.start()
    const { id } = await other.enqueue(job, { n: 1 })
    await started.passed
    expect(await other.cancel(id)).toMatchObject({ cancelled: true })
    expect(await aborted.passed).toBe('cancelled')
    expect(await reaches(other, id, 'cancelled')).toMatchObject({ status: 'cancelled' })
  })

  test('without notifications a running job still learns of its cancellation, at the next poll', async () => {
    const started = gate()
    const aborted = gate()
    const job = defineJob({
      type: 'd',
      body,
      async run(attempt) {
        attempt.signal.addEventListener('abort', () => aborted.open())
        started.open()
        await aborted.passed
      },
    })
    const pawl = open({ jobs: [job], pooler: true })
    await pawl.start()
    const { id } = await pawl.enqueue(job, { n: 1 })
    await started.passed
    await pawl.cancel(id)
    await aborted.passed
  })

  test('a handler that had already committed stays succeeded, and cancel says so', async () => {
    const committed = gate()
    const go = gate()
    const job = defineJob({
      type: 'e',
      body,
      async run(attempt) {
        await attempt.commit(async () => {})
        committed.open()
        await go.passed
      },
    })
    const pawl = open({ jobs: [job] })
    await pawl.start()
    const { id } = await pawl.enqueue(job, { n: 1 })
    await committed.passed
    expect(await pawl.cancel(id)).toEqual({ id, cancelled: false, state: 'succeeded' })
    go.open()
  })

  test('a cancel that waits for an open commit holds up no other, and learns what the commit came to', async () => {
    const committing = gate()
    const go = gate()
    const job = defineJob({
      type: 'open-commit',
      body,
      run: (attempt) =>
        attempt.commit(async (tx) => {
          await tx.query('select 1')
          committing.open()
          await go.passed
        }),
    })
    const other = defineJob({ type: 'beside', body, run: () => {} })
    const pawl = open({ jobs: [job, other] })
    await pawl.start()
    const { id } = await pawl.enqueue(job, { n: 1 })
    await committing.passed
    const waiting = await pawl.enqueueMany(other, [{ n: 1 }, { n: 2 }], { delayMs: 60_000 })
    const held = pawl.cancel(id)
    expect(await pawl.cancel(waiting[0]!.id)).toMatchObject({ cancelled: true })
    const many = pawl.cancelMany({ type: 'open-commit' })
    expect(await pawl.cancel(waiting[1]!.id)).toMatchObject({ cancelled: true })
    go.open()
    expect(await held).toEqual({ id, cancelled: false, state: 'succeeded' })
    expect(await many).toBe(0)
  })

  test('cancelMany takes all of a queue that has not ended and leaves the others', async () => {
    const hold = gate()
    const job = defineJob({
      type: 'f',
      queue: 'crowd',
      body,
      run: (attempt) => (attempt.body.n === 0 ? undefined : hold.passed),
    })
    const bystander = defineJob({ type: 'g', body, run: () => {} })
    const pawl = open({ jobs: [job, bystander], queues: { crowd: { concurrency: 2 } } })
    const done = await pawl.enqueue(job, { n: 0 })
    await pawl.drain({ keepOpen: true })
    await pawl.enqueueMany(
      job,
      Array.from({ length: 2_500 }, (_, n) => ({ n: n + 1 })),
    )
    await pawl.enqueueMany(job, [{ n: 1 }, { n: 2 }], { delayMs: 60_000 })
    const other = await pawl.enqueue(bystander, { n: 1 })
    await pawl.start()
    await until('two run', async () => pawl.slots.filter(({ state }) => state === 'busy').length >= 2)
    expect(await pawl.cancelMany({ queue: 'crowd' })).toBe(2_502)
    hold.open()
    await reaches(pawl, other.id, 'succeeded')
    expect((await pawl.job(done.id))?.status).toBe('succeeded')
    const [{ count }] = await database.sql(
      `select count(*)::int from pawl.jobs where queue = 'crowd' and status = 'cancelled'`,
    )
    expect(count).toBe(2_502)
    await expect(pawl.cancelMany({})).rejects.toThrow(/needs a queue or a type/)
  })

  test('an unknown or malformed id gives a clear answer', async () => {
    const job = defineJob({ type: 'h', body, run: () => {} })
    const pawl = open({ jobs: [job] })
    expect(await pawl.cancel('job_987654321')).toMatchObject({ cancelled: false, state: 'unknown' })
    await expect(pawl.cancel('987')).rejects.toThrow(/looks like 'job_123'/)
  })
}
