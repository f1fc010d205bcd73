import { defineJob, PermanentError, type WatchEvent } from 'pawl'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { gate } from '../test/support/gate.ts'
import type { Transport } from './transport.ts'

export function resultsConformance({ open }: Transport): void {
  const body = z.object({ n: z.number() })

  test('a result is awaited from another process, and so is a failure', async () => {
    const job = defineJob({
      type: 'double',
      body,
      run({ body }) {
        if (body.n < 0) throw new PermanentError('negative')
        return { twice: body.n * 2 }
      },
    })
    const worker = open({ jobs: [job] })
    const client = open({ jobs: [job] })
    const [fine, wrong] = await client.enqueueMany(job, [{ n: 21 }, { n: -1 }])
    const results = Promise.all([
      client.result(fine!.id),
      client.result(wrong!.id).catch((error) => error.error.message),
    ])
    await worker.start()
    expect(await results).toEqual([{ twice: 42 }, 'negative'])
    expect(await client.job(fine!.id)).toMatchObject({ result: { twice: 42 } })
  })

  test('what commit returns is the result, and a result that cannot be kept rolls it back', async () => {
    const job = defineJob({
      type: 'committed',
      body,
      run: (job) => job.commit(async () => (job.body.n === 1 ? 'kept' : 'x'.repeat(100_000))),
    })
    const pawl = open({ jobs: [job] })
    await pawl.start()
    const [small, large] = await pawl.enqueueMany(job, [{ n: 1 }, { n: 2 }])
    expect(await pawl.result(small!.id)).toBe('kept')
    await expect(pawl.result(large!.id)).rejects.toThrow(/its limit is 65536/)
  })

  test('a job is watched from another process until it has ended', async () => {
    const [started, go] = [gate(), gate()]
    const job = defineJob({
      type: 'watched',
      body,
      async run(job) {
        job.progress({ done: 1 })
        started.open()
        await go.passed
        return 'end'
      },
    })
    const worker = open({ jobs: [job] })
    const client = open({ jobs: [job] })
    const { id } = await client.enqueue(job, { n: 1 })
    const seen: WatchEvent[] = []
    for await (const event of client.watch(id)) {
      seen.push(event)
      if (seen.length === 1) await worker.start()
      if (event.kind === 'progress') go.open()
    }
    await started.passed
    const states = seen.flatMap((event) => (event.kind === 'state' ? event.state : []))
    expect(states).toEqual(['pending', 'running', 'succeeded'])
    expect(seen.filter(({ kind }) => kind === 'progress')).toMatchObject([{ value: { done: 1 } }])
    expect(seen.at(-1)).toMatchObject({ state: 'succeeded', result: 'end' })
  })
}
