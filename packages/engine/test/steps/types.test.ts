import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { type BatchJob, type BodyInput, defineBatchJob, defineJob, type Pawl, type Tx } from '../../src/index.ts'

// The checks below are made by `npm run check`: a wrong type, or an error that is expected and does not come, fails it.

const stepped = defineJob({
  type: 'stepped',
  body: z.object({}),
  async run(job) {
    expectTypeOf(await job.step('a', () => 1)).toEqualTypeOf<number>()
    expectTypeOf(await job.step('b', async () => ({ ids: ['x'] }))).toEqualTypeOf<{ ids: string[] }>()
    const inTransaction = job.step(
      'c',
      async (tx) => {
        expectTypeOf(tx).toEqualTypeOf<Tx>()
        return 'c'
      },
      { tx: true },
    )
    expectTypeOf(await inTransaction).toEqualTypeOf<string>()
    // @ts-expect-error without { tx: true } there is no transaction
    await job.step('d', async (tx: Tx) => tx)
    expectTypeOf(await job.sleepUntil(5)).toEqualTypeOf<void>()
    // @ts-expect-error a text is no time
    await job.sleepUntil('tomorrow')
    expectTypeOf(await job.waitFor('paid')).toEqualTypeOf<unknown>()
    expectTypeOf(await job.waitFor<{ amount: number }>('paid')).toEqualTypeOf<{ amount: number } | undefined>()
  },
})

const batched = defineBatchJob({
  type: 'batched',
  body: z.object({ from: z.string().transform(Number) }),
  batch: 10,
  async run(jobs) {
    expectTypeOf(jobs).toEqualTypeOf<readonly BatchJob<{ from: number }>[]>()
    const [job] = jobs
    expectTypeOf(job!.body.from).toEqualTypeOf<number>()
    expectTypeOf(job!.defer(5)).toEqualTypeOf<void>()
    // @ts-expect-error a job of a batch cannot be suspended by itself
    await job.step('a', () => 1)
    await job!.enqueue(stepped, {})
    // @ts-expect-error a follow-up's body is that of its own schema
    await job!.enqueue(batched, { from: 1 })
  },
})

function neverCalled(pawl: Pawl): void {
  expectTypeOf(pawl.result('job_1')).resolves.toEqualTypeOf<unknown>()
  expectTypeOf(pawl.result<number>('job_1')).resolves.toEqualTypeOf<number>()
  pawl.enqueue(batched, { from: '1' })
  // @ts-expect-error the handler's side of the schema is not what is enqueued
  pawl.enqueue(batched, { from: 1 })
}

test('a batch job is enqueued like any other', () => {
  expectTypeOf<BodyInput<typeof batched>>().toEqualTypeOf<{ from: string }>()
  expect(neverCalled).toBeTypeOf('function')
})
