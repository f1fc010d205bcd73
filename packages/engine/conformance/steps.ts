import { defineJob, fixed } from 'pawl'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { reaches } from '../test/support/settled.ts'
import { until } from '../test/support/until.ts'
import type { Transport } from './transport.ts'

export function stepsConformance({ open, database }: Transport): void {
  const body = z.object({ n: z.number() })
  const retry = { attempts: 2, backoff: fixed({ delayMs: 1 }) }

  beforeAll(() => database.sql('create table step_effect (n int not null)'))

  test('a later attempt gets what steps have kept, and their rows are written once', async () => {
    let plain = 0
    const job = defineJob({
      type: 'stepped',
      body,
      retry,
      async run(job) {
        const one = await job.step('one', () => ++plain)
        await job.step('two', (tx) => tx.query('insert into step_effect values ($1)', [job.body.n]), { tx: true })
        if (job.attempt === 1) throw new Error('after both')
        return one
      },
    })
    const pawl = open({ jobs: [job] })
    await pawl.start()
    const { id } = await pawl.enqueue(job, { n: 1 })
    expect(await pawl.result(id)).toBe(1)
    expect(plain).toBe(1)
    expect(await database.sql('select n from step_effect where n = 1')).toHaveLength(1)
  })

  test('a transaction of a step that is rolled back leaves neither rows nor a record', async () => {
    const job = defineJob({
      type: 'rolled-back-step',
      body,
      retry,
      run: (job) =>
        job.step(
          'write',
          async (tx) => {
            await tx.query('insert into step_effect values ($1)', [job.body.n])
            if (job.attempt === 1) throw new Error('inside')
          },
          { tx: true },
        ),
    })
    const pawl = open({ jobs: [job] })
    await pawl.start()
    const { id } = await pawl.enqueue(job, { n: 2 })
    expect(await reaches(pawl, id, 'succeeded')).toMatchObject({ attempt: 2 })
    expect(await database.sql('select n from step_effect where n = 2')).toHaveLength(1)
  })

  test('a job sleeps and waits without a slot, and goes on where it was', async () => {
    const ran: string[] = []
    const job = defineJob({
      type: 'patient',
      body,
      async run(job) {
        await job.step('before', () => void ran.push('before'))
        await job.sleepUntil(60_000)
        const payload = await job.waitFor('door')
        await job.step('after', () => void ran.push('after'))
        return [payload, (await job.waitFor('never', { timeoutMs: 60_000 })) ?? 'timed out']
      },
    })
    const pawl = open({ jobs: [job], queues: { patient: { concurrency: 1 } } })
    await pawl.start()
    const { id } = await pawl.enqueue(job, { n: 1 })
    const rests = (count: number) =>
      until(`it rests for the time number ${count}`, async () => {
        const view = await pawl.job(id)
        return view?.status === 'scheduled' && view.deferrals === count
      })
    await rests(1)
    expect(pawl.slots).toMatchObject([{ state: 'idle' }])
    await advance(60_000)
    await rests(2)
    expect(await pawl.signal('door', { open: true })).toEqual({ woken: 1 })
    await rests(3)
    await advance(60_000)
    expect(await pawl.result(id)).toEqual([{ open: true }, 'timed out'])
    expect(ran).toEqual(['before', 'after'])
    expect(await pawl.job(id)).toMatchObject({ attempt: 1, failures: 0, deferrals: 3 })
  })

  async function advance(ms: number): Promise<void> {
    const by = `interval '${ms} ms'`
    await database.sql(`update pawl.step set until = until - ${by}`)
    await database.sql(`update pawl.later set run_at = run_at - ${by}`)
  }
}
