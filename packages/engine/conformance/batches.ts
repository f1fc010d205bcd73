import { defineBatchJob, fixed } from 'pawl'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Transport } from './transport.ts'

export function batchesConformance({ open }: Transport): void {
  test('a batch handler takes several jobs in one run, and each is settled on its own', async () => {
    const sizes: number[] = []
    const job = defineBatchJob({
      type: 'bulk',
      body: z.object({ n: z.number() }),
      batch: 5,
      retry: { attempts: 2, backoff: fixed({ delayMs: 1 }) },
      run(jobs) {
        sizes.push(jobs.length)
        for (const job of jobs) {
          if (job.body.n === 3 && job.attempt === 1) job.fail(new Error('once more'))
          else job.succeed(job.body.n * job.attempt)
        }
      },
    })
    const pawl = open({ jobs: [job], queues: { bulk: { concurrency: 1 } } })
    const ids = await pawl.enqueueMany(
      job,
      [1, 2, 3, 4, 5, 6, 7].map((n) => ({ n })),
    )
    await pawl.start()
    expect(await Promise.all(ids.map(({ id }) => pawl.result(id)))).toEqual([1, 2, 6, 4, 5, 6, 7])
    expect(Math.max(...sizes)).toBeGreaterThan(1)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(5)
  })
}
