import { defineJob } from 'pawl'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { gate } from '../test/support/gate.ts'
import { reaches } from '../test/support/settled.ts'
import { until } from '../test/support/until.ts'
import type { Transport } from './transport.ts'

export function poolsConformance({ open, database }: Transport): void {
  const body = z.object({ n: z.number() })

  test('a pool runs as many handlers at once as it has slots, under names that a person recognises', async () => {
    const hold = gate()
    let most = 0
    let now = 0
    const job = defineJob({
      type: 'chapter-ingest',
      body,
      async run() {
        most = Math.max(most, ++now)
        await hold.passed
        now--
      },
    })
    const pawl = open({ jobs: [job], queues: { 'chapter-ingest': { concurrency: 3 } } })
    const ids = await pawl.enqueueMany(
      job,
      [1, 2, 3, 4, 5].map((n) => ({ n })),
    )
    await pawl.start()
    await until('all slots are busy', () => pawl.slots.every(({ state }) => state === 'busy'))
    expect(pawl.slots.map(({ name }) => name)).toEqual(['chapter-ingest-1', 'chapter-ingest-2', 'chapter-ingest-3'])
    expect(pawl.slots.map(({ job }) => job)).toEqual(ids.slice(0, 3).map(({ id }) => id))
    hold.open()
    for (const { id } of ids) await reaches(pawl, id, 'succeeded')
    expect(most).toBe(3)
    await until('all slots are idle', () => pawl.slots.every(({ state }) => state === 'idle'))
  })

  test('slow jobs are not hoarded: what waits for a slot stays in line for other processes', async () => {
    const hold = gate()
    const job = defineJob({ type: 'slow', body, run: () => hold.passed })
    const [one, two] = [0, 1].map(() => open({ jobs: [job], queues: { slow: { concurrency: 1 } } }))
    await one!.enqueueMany(
      job,
      [1, 2].map((n) => ({ n })),
    )
    await one!.start()
    await until('the first is busy', () => one!.slots[0]?.state === 'busy')
    await two!.start()
    await until('the second is busy', () => two!.slots[0]?.state === 'busy')
    hold.open()
  })

  test('a paused queue starts nothing in any process until it is resumed', async () => {
    const ran: number[] = []
    const job = defineJob({ type: 'pausable', body, run: (attempt) => void ran.push(attempt.body.n) })
    const other = defineJob({ type: 'bystander', body, run: () => {} })
    const [one, two] = [0, 1].map(() => open({ jobs: [job, other] }))
    await one!.start()
    await two!.start()
    await two!.queues.pause('pausable')
    expect(await one!.queues.paused()).toEqual(['pausable'])
    const { id } = await one!.enqueue(job, { n: 1 })
    const witness = await one!.enqueue(other, { n: 1 })
    await reaches(one!, witness.id, 'succeeded')
    expect((await one!.job(id))?.status).toBe('pending')
    expect(ran).toEqual([])
    await one!.queues.resume('pausable')
    await reaches(one!, id, 'succeeded')
    expect(ran).toEqual([1])
  })

  test('a start rate that is used up holds up no drain of an empty line', async () => {
    const job = defineJob({ type: 'once-an-hour', body, run: () => {} })
    const startRate = { limit: 1, perMs: 3_600_000 }
    const pawl = open({ jobs: [job], queues: { 'once-an-hour': { startRate } } })
    const { id } = await pawl.enqueue(job, { n: 1 })
    await pawl.drain({ keepOpen: true })
    expect((await pawl.job(id))?.status).toBe('succeeded')
  })

  test('a start rate is a ceiling over all processes', async () => {
    const job = defineJob({ type: 'rated', body, run: () => {} })
    const startRate = { limit: 3, perMs: 700 }
    const pawls = [0, 1].map(() => open({ jobs: [job], queues: { rated: { startRate } } }))
    // starts that count no more are forgotten, and these are to be counted
    await database.sql('create rule remember as on delete to pawl.start do instead nothing')
    const ids = await pawls[0]!.enqueueMany(
      job,
      Array.from({ length: 9 }, (_, n) => ({ n })),
    )
    for (const pawl of pawls) await pawl.start()
    for (const { id } of ids) await reaches(pawls[0]!, id, 'succeeded')
    const starts = await database.sql(
      `select at - lag(at, $1) over (order by at) >= $2 * interval '1 ms' as apart
         from pawl.start, generate_series(1, starts) where queue = 'rated'`,
      [startRate.limit, startRate.perMs],
    )
    for (const pawl of pawls) await pawl.stop()
    await database.sql('drop rule remember on pawl.start')
    // more than nine when a worker was given up on a busy machine and its jobs started again
    expect(starts.length).toBeGreaterThanOrEqual(9)
    expect(starts.map(({ apart }) => apart)).not.toContain(false)
  })

  test('priority 0 goes first, then in line; equal priorities of several types keep the order in which they came', async () => {
    const order: string[] = []
    const a = defineJob({ type: 'prio.a', queue: 'prio', body, run: (job) => void order.push(`a${job.body.n}`) })
    const b = defineJob({ type: 'prio.b', queue: 'prio', body, run: (job) => void order.push(`b${job.body.n}`) })
    const pawl = open({ jobs: [a, b], queues: { prio: { concurrency: 1 } } })
    await pawl.enqueue(a, { n: 1 })
    await pawl.enqueue(b, { n: 2 })
    await pawl.enqueue(a, { n: 3 })
    await pawl.enqueue(b, { n: 4 }, { priority: 9 })
    await pawl.enqueue(a, { n: 5 }, { priority: 0 })
    await pawl.drain({ keepOpen: true })
    expect(order).toEqual(['a5', 'a1', 'b2', 'a3', 'b4'])
  })

  test('a worker takes only the types and versions it knows', async () => {
    const old = defineJob({ type: 'shape', body, run: () => {} })
    const young = defineJob({ type: 'shape', version: 2, body, run: () => {} })
    const before = open({ jobs: [old] })
    const after = open({ jobs: [young] })
    const first = await before.enqueue(old, { n: 1 })
    const second = await after.enqueue(young, { n: 2 })
    await before.drain({ keepOpen: true })
    expect((await before.job(first.id))?.status).toBe('succeeded')
    expect((await before.job(second.id))?.status).toBe('pending')
    await after.drain({ keepOpen: true })
    expect((await after.job(second.id))?.status).toBe('succeeded')
  })

  test('a fatal error makes the worker stop taking work and say so, and another one runs the job', async () => {
    let runs = 0
    const broken = defineJob({
      type: 'broken',
      body,
      retry: { attempts: 1 },
      run() {
        if (++runs === 1) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
      },
    })
    const pawl = open({ jobs: [broken], queues: { broken: { concurrency: 1 } } })
    const unfit = gate<unknown>()
    pawl.on('worker.unfit', ({ error }) => unfit.open((error as Error).message))
    await pawl.start()
    const { id } = await pawl.enqueue(broken, { n: 1 })
    expect(await unfit.passed).toBe('no space left')
    const next = await pawl.enqueue(broken, { n: 2 })
    const other = open({ jobs: [broken], worker: { name: 'healthy' } })
    await other.start()
    for (const job of [id, next.id]) {
      await reaches(pawl, job, 'succeeded')
      expect((await pawl.attempts(job)).at(-1)).toMatchObject({ worker: 'healthy', outcome: 'succeeded' })
    }
    expect(await pawl.job(id)).toMatchObject({ failures: 0, deferrals: 1 })
  })
}
