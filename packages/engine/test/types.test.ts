import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import {
  type BodyInput,
  createPawl,
  defineJob,
  type Enqueued,
  type Job,
  type JobDefinition,
  type Pawl,
} from '../src/index.ts'
import { handWrittenSchema } from './support/hand-written-schema.ts'

// The checks below are made by `npm run check`: a wrong type, or an error that is expected and does not come, fails it.

const count = defineJob({
  type: 'count',
  body: z.object({ from: z.string().transform(Number), by: z.number().default(1) }),
  run(job) {
    expectTypeOf(job).toEqualTypeOf<Job<{ from: number; by: number }>>()
    expectTypeOf(job.body.from).toEqualTypeOf<number>()
    // @ts-expect-error a field that the schema does not have
    job.body.too
    // @ts-expect-error the body cannot be changed
    job.body = { from: 1, by: 1 }
  },
})

const byHand = defineJob({
  type: 'by-hand',
  body: handWrittenSchema<{ text: string }, { words: string[] }>(() => ({ value: { words: [] } })),
  source(body) {
    expectTypeOf(body).toEqualTypeOf<{ text: string }>()
    return body.text
  },
  async run(job) {
    expectTypeOf(job.body).toEqualTypeOf<{ words: string[] }>()
    const made = await job.enqueue(count, { from: '1' })
    expectTypeOf(made).toEqualTypeOf<Enqueued>()
    // @ts-expect-error a follow-up's body is that of its own schema
    await job.enqueue(count, { text: 'x' })
    // @ts-expect-error a follow-up is always in the transaction of its parent
    await job.enqueue(count, { from: '1' }, { tx: {} })
    const committed = await job.commit(async (tx) => (await tx.query('select 1')).rowCount)
    expectTypeOf(committed).toEqualTypeOf<number | null>()
    return job.defer(5)
  },
})

function neverCalled(pawl: Pawl): void {
  pawl.enqueue(count, { from: '5' })
  pawl.enqueue(count, { from: '5', by: 2 }, { delayMs: 5, priority: 0 })
  pawl.enqueueMany(count, [{ from: '5' }])
  pawl.enqueueStream(byHand, [{ text: 'x' }])
  expectTypeOf(pawl.enqueue(count, { from: '5' })).resolves.toEqualTypeOf<Enqueued>()
  // @ts-expect-error the handler's side of the schema is not what is enqueued
  pawl.enqueue(count, { from: 5 })
  // @ts-expect-error a field is missing
  pawl.enqueue(byHand, {})
  // @ts-expect-error a field too many
  pawl.enqueue(count, { from: '5', upTo: 9 })
  // @ts-expect-error one of the bodies is wrong
  pawl.enqueueMany(count, [{ from: '5' }, { from: 6 }])
  // @ts-expect-error the stream yields wrong bodies
  pawl.enqueueStream(byHand, [{ text: 5 }])
  // @ts-expect-error an option that does not exist
  pawl.enqueue(count, { from: '5' }, { delay: 5 })
  // @ts-expect-error a type is enqueued by its definition, not by its name
  pawl.enqueue('count', { from: '5' })
  // @ts-expect-error events have names
  pawl.on('job.finished', () => {})
}

describe('types', () => {
  test('follow a schema: its input is enqueued, its output is handled', () => {
    expectTypeOf<BodyInput<typeof count>>().toEqualTypeOf<{ from: string; by?: number | undefined }>()
    expectTypeOf<BodyInput<typeof byHand>>().toEqualTypeOf<{ text: string }>()
    expect(neverCalled).toBeTypeOf('function')
  })

  test('definitions of different bodies fit in one list', async () => {
    const jobs: JobDefinition[] = [count, byHand]
    const pawl = createPawl({ url: 'postgres://localhost/x', jobs })
    expectTypeOf(pawl).toEqualTypeOf<Pawl>()
    expect(pawl.slots).toEqual([])
    await pawl.stop()
  })

  test('a definition without a schema or a handler does not compile, and does not run', () => {
    // @ts-expect-error body is missing
    expect(() => defineJob({ type: 'x', run() {} })).toThrow('body must be a Standard Schema')
    // @ts-expect-error run is missing
    expect(() => defineJob({ type: 'x', body: z.any() })).toThrow('run must be a function')
  })
})
