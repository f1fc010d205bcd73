import { defineJob } from 'pawl'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { until } from '../test/support/until.ts'
import type { Transport } from './transport.ts'

export function lifeConformance({ open }: Transport): void {
  test('a job that was enqueued runs once and is shown as succeeded', async () => {
    const seen: string[] = []
    const greet = defineJob({
      type: 'greet',
      body: z.object({ name: z.string() }),
      run: (job) => void seen.push(job.body.name),
    })
    const pawl = open({ jobs: [greet] })
    await pawl.start()
    const { id } = await pawl.enqueue(greet, { name: 'Ada' })
    const job = await until('it has succeeded', async () => {
      const view = await pawl.job(id)
      return view?.status === 'succeeded' && view
    })
    expect(seen).toEqual(['Ada'])
    expect(job).toMatchObject({ id, queue: 'greet', attempt: 1, failures: 0, crashes: 0, deferrals: 0 })
  })
}
