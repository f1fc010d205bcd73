import { defineJob, fixed, PermanentError, RetryAfterError } from 'pawl'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { reaches } from '../test/support/settled.ts'
import { until } from '../test/support/until.ts'
import type { Transport } from './transport.ts'

export function retryConformance({ open, database }: Transport): void {
  const body = z.object({})

  test('attempts: 3 means three runs in all, then a dead letter with every attempt on record', async () => {
    let runs = 0
    const flaky = defineJob({
      type: 'flaky',
      body,
      retry: { attempts: 3, backoff: fixed({ delayMs: 1 }) },
      run() {
        runs++
        throw new Error(`boom ${runs}`)
      },
    })
    const pawl = open({ jobs: [flaky] })
    await pawl.start()
    const { id } = await pawl.enqueue(flaky, {})
    expect(await reaches(pawl, id, 'failed')).toMatchObject({
      attempt: 3,
      error: { message: 'boom 3', class: 'retryable' },
    })
    expect(runs).toBe(3)
    const attempts = await pawl.attempts(id)
    expect(attempts.map(({ number, outcome }) => [number, outcome])).toEqual([
      [1, 'retryable'],
      [2, 'retryable'],
      [3, 'failed'],
    ])
    const letter = await pawl.deadLetters.show(id)
    expect(letter).toMatchObject({ reason: 'exhausted', failures: 3, crashes: 0, deferrals: 0 })
    expect(letter?.error?.stack).toContain('retry.ts')
    expect(letter?.attempts.every(({ worker, settledAt }) => worker !== null && settledAt !== null)).toBe(true)
  })

  test('a permanent error is not retried', async () => {
    const hopeless = defineJob({
      type: 'hopeless',
      body,
      run() {
        throw new PermanentError('no such account')
      },
    })
    const pawl = open({ jobs: [hopeless] })
    await pawl.start()
    const { id } = await pawl.enqueue(hopeless, {})
    expect(await reaches(pawl, id, 'failed')).toMatchObject({ attempt: 1, error: { class: 'permanent' } })
    expect(await pawl.deadLetters.show(id)).toMatchObject({ reason: 'permanent' })
  })

  test('RetryAfterError sets the next time exactly, whatever the backoff says', async () => {
    const busy = defineJob({
      type: 'busy',
      body,
      retry: { attempts: 2, backoff: fixed({ delayMs: 1 }) },
      run() {
        throw new RetryAfterError(3_600_000)
      },
    })
    const pawl = open({ jobs: [busy] })
    await pawl.start()
    const { id } = await pawl.enqueue(busy, {})
    await reaches(pawl, id, 'retryable')
    const [row] = await database.sql(
      `select extract(epoch from j.run_at - o.at)::float8 * 1000 as ms from pawl.jobs j, pawl.outcome o, pawl.attempt a
        where j.id = $1 and a.pos = o.pos and 'job_' || a.job_id::text = j.id`,
      [id],
    )
    expect(row.ms).toBeGreaterThanOrEqual(3_600_000)
    expect(row.ms).toBeLessThan(3_601_000 + 60_000)
  })

  test('a deferral costs no attempt', async () => {
    let runs = 0
    const shy = defineJob({
      type: 'shy',
      body,
      retry: { attempts: 1 },
      run: (job) => (++runs < 3 ? job.defer(1, 'not yet') : undefined),
    })
    const pawl = open({ jobs: [shy] })
    await pawl.start()
    const { id } = await pawl.enqueue(shy, {})
    expect(await reaches(pawl, id, 'succeeded')).toMatchObject({ attempt: 1, deferrals: 2, failures: 0 })
  })

  test('a body that no longer fits its schema is a permanent failure, not a retry', async () => {
    const old = defineJob({ type: 'renamed', body: z.object({ user: z.string() }), run: () => {} })
    const now = defineJob({ type: 'renamed', body: z.object({ userId: z.string() }), run: () => {} })
    const before = open({ jobs: [old] })
    const { id } = await before.enqueue(old, { user: 'ada' })
    const after = open({ jobs: [now] })
    await after.start()
    const job = await reaches(after, id, 'failed')
    expect(job.error).toMatchObject({ code: 'invalid-body', message: expect.stringContaining('body.userId') })
  })

  test('a classifier of the users own is asked first, and its word is on the event', async () => {
    const odd = defineJob({
      type: 'odd',
      body,
      run() {
        throw new Error('teapot')
      },
    })
    const classes: (string | undefined)[] = []
    const pawl = open({ jobs: [odd], classifyError: () => 'permanent' })
    pawl.on('job.settle', ({ errorClass }) => classes.push(errorClass))
    await pawl.start()
    const { id } = await pawl.enqueue(odd, {})
    await reaches(pawl, id, 'failed')
    // told once it is written, so the database may say so first
    await until('it is told', () => classes.length > 0)
    expect(classes).toEqual(['permanent'])
  })
}
