import * as api from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { openTelemetry } from 'pawl/opentelemetry'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { defineBatchJob, defineJob, fixed, type Logger, PermanentError } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const exporter = new InMemorySpanExporter()
const tracer = () => api.trace.getTracer('test')

beforeAll(() => {
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  api.trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }))
})
afterAll(() => {
  api.trace.disable()
  api.context.disable()
})
beforeEach(() => exporter.reset())

const body = z.object({ what: z.string() })
const followUp = defineJob({ type: 'follow-up', queue: 'second', body, run: () => {} })
const job = defineJob({
  type: 'traced',
  queue: 'first',
  body,
  retry: { attempts: 3, backoff: fixed({ delayMs: 0 }) },
  run({ body: { what }, attempt }) {
    if (what === 'retried' && attempt < 3) throw new TypeError(`failure ${attempt}`)
    if (what === 'doomed') throw new PermanentError('hopeless')
  },
})
const worker = defineJob({
  type: 'working',
  queue: 'first',
  body,
  async run(run) {
    run.log.info('at work')
    await tracer().startActiveSpan('inside', async (span) => {
      await run.enqueue(followUp, { what: 'plain' })
      span.end()
    })
  },
})
const committing = defineJob({
  type: 'committing',
  queue: 'first',
  body,
  run: (run) => run.commit(async () => void (await run.enqueue(followUp, { what: 'plain' }))),
})
const deferring = defineJob({
  type: 'deferring',
  queue: 'first',
  body,
  run: (run) => run.defer(3_600_000, 'not now'),
})
const batched = defineBatchJob({
  type: 'batched',
  queue: 'batch',
  batch: 10,
  body,
  run(jobs) {
    for (const each of jobs) if (each.body.what === 'doomed') each.fail(new PermanentError('hopeless'))
  },
})
const jobs = [job, worker, committing, deferring, followUp, batched]
const newPawl = (logger?: Logger) =>
  testPawl({ url: database.url, jobs, tracing: openTelemetry(api), ...(logger && { logger }) })

const inSpan = <T>(name: string, call: () => Promise<T>): Promise<T> =>
  tracer().startActiveSpan(name, async (span) => {
    try {
      return await call()
    } finally {
      span.end()
    }
  })
const named = (name: string) => exporter.getFinishedSpans().filter((span) => span.name === name)
const only = (name: string): ReadableSpan => {
  const found = named(name)
  expect(found, name).toHaveLength(1)
  return found[0]!
}
const traceOf = (span: ReadableSpan) => span.spanContext().traceId
const idOf = (span: ReadableSpan) => span.spanContext().spanId
const parentOf = (span: ReadableSpan) => span.parentSpanContext?.spanId
const linksOf = (span: ReadableSpan) => span.links.map(({ context }) => context.spanId)

test('an enqueue and its first run are spans of the caller’s trace, by the conventions for messaging', async () => {
  const pawl = newPawl()
  const { id } = await inSpan('request', () => pawl.enqueue(job, { what: 'plain' }))
  await pawl.drain({ keepOpen: true })
  const [request, enqueue, run] = [only('request'), only('enqueue first'), only('run first')]
  expect([traceOf(enqueue), traceOf(run)]).toEqual([traceOf(request), traceOf(request)])
  expect([parentOf(enqueue), parentOf(run)]).toEqual([idOf(request), idOf(enqueue)])
  expect([enqueue.kind, run.kind]).toEqual([api.SpanKind.PRODUCER, api.SpanKind.CONSUMER])
  expect(linksOf(run)).toEqual([idOf(enqueue)])
  const common = {
    'messaging.system': 'pawl',
    'messaging.destination.name': 'first',
    'messaging.message.id': id,
    'messaging.pawl.job.type': 'traced',
  }
  expect(enqueue.attributes).toEqual({
    ...common,
    'messaging.operation.name': 'enqueue',
    'messaging.operation.type': 'send',
  })
  expect(run.attributes).toEqual({
    ...common,
    'messaging.operation.name': 'run',
    'messaging.operation.type': 'process',
    'messaging.pawl.attempt': 1,
    'messaging.pawl.outcome': 'succeeded',
  })
  expect(run.status.code).toBe(api.SpanStatusCode.UNSET)
  expect((await pawl.job(id))!.trace).toBe(`00-${traceOf(request)}-${idOf(enqueue)}-01`)
})

test('a retry begins a trace of its own that links to the enqueue; failures are recorded with their errors', async () => {
  const pawl = newPawl()
  const { id } = await inSpan('request', () => pawl.enqueue(job, { what: 'retried' }))
  await pawl.start()
  await until('three runs', () => named('run first').length === 3)
  const runs = named('run first').sort(
    (a, b) => Number(a.attributes['messaging.pawl.attempt']) - Number(b.attributes['messaging.pawl.attempt']),
  )
  const enqueue = only('enqueue first')
  expect(runs.map((run) => run.attributes['messaging.pawl.outcome'])).toEqual(['retryable', 'retryable', 'succeeded'])
  expect(runs.map(parentOf)).toEqual([idOf(enqueue), undefined, undefined])
  expect(runs.map(linksOf)).toEqual([[idOf(enqueue)], [idOf(enqueue)], [idOf(enqueue)]])
  expect(new Set(runs.map(traceOf)).size).toBe(3)
  expect(runs.map(({ status }) => status.code)).toEqual([2, 2, 0])
  expect(runs[1]!.status.message).toBe('failure 2')
  expect(runs[1]!.attributes['error.type']).toBe('TypeError')
  expect(runs[1]!.events[0]!.attributes).toMatchObject({
    'exception.type': 'TypeError',
    'exception.message': 'failure 2',
  })
  expect(runs.every((run) => run.attributes['messaging.message.id'] === id)).toBe(true)
})

test('what a handler does and enqueues belongs to its run, and goes on in the runs that follow', async () => {
  const pawl = newPawl()
  await inSpan('request', () => pawl.enqueue(worker, { what: 'plain' }))
  await pawl.drain({ keepOpen: true })
  const [inside, run] = [only('inside'), only('run first')]
  expect(parentOf(inside)).toBe(idOf(run))
  expect(parentOf(only('enqueue second'))).toBe(idOf(inside))
  expect(parentOf(only('run second'))).toBe(idOf(only('enqueue second')))
  expect(new Set(exporter.getFinishedSpans().map(traceOf)).size).toBe(1)
})

test('a job that ends in job.commit is traced with its follow-ups', async () => {
  const pawl = newPawl()
  await pawl.enqueue(committing, { what: 'plain' })
  await pawl.drain({ keepOpen: true })
  expect(only('run first').attributes['messaging.pawl.outcome']).toBe('succeeded')
  expect(parentOf(only('enqueue second'))).toBe(idOf(only('run first')))
  expect(parentOf(only('run second'))).toBe(idOf(only('enqueue second')))
})

test('a deferral is no error, and a dead letter is one', async () => {
  const pawl = newPawl()
  await pawl.enqueue(deferring, { what: 'plain' })
  await pawl.enqueue(job, { what: 'doomed' })
  await pawl.drain({ keepOpen: true })
  const outcomes = named('run first').map(({ attributes, status }) => [
    attributes['messaging.pawl.outcome'],
    status.code,
  ])
  expect(outcomes.sort()).toEqual([
    ['deferred', api.SpanStatusCode.UNSET],
    ['failed', api.SpanStatusCode.ERROR],
  ])
})

test('jobs that are enqueued together share one span, and so does a batch that runs together', async () => {
  const pawl = newPawl()
  await inSpan('request', () => pawl.enqueueMany(batched, [{ what: 'plain' }, { what: 'doomed' }, { what: 'plain' }]))
  await pawl.drain({ keepOpen: true })
  const [enqueue, run] = [only('enqueue batch'), only('run batch')]
  expect(enqueue.attributes['messaging.batch.message_count']).toBe(3)
  expect(enqueue.attributes['messaging.message.id']).toBeUndefined()
  expect(run.attributes['messaging.batch.message_count']).toBe(3)
  expect(linksOf(run)).toEqual([idOf(enqueue), idOf(enqueue), idOf(enqueue)])
  expect(run.status).toMatchObject({ code: api.SpanStatusCode.ERROR, message: 'hopeless' })
})

test('thousands of jobs are one enqueue, which ends when the last is written', async () => {
  const pawl = newPawl()
  await pawl.enqueueMany(job, Array(2_500).fill({ what: 'plain' }), { delayMs: 3_600_000 })
  expect(only('enqueue first').attributes['messaging.batch.message_count']).toBe(2_500)
})

test('a trace that the caller gives stands, and the enqueue links to it', async () => {
  const pawl = newPawl()
  const given = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  const { id } = await pawl.enqueue(job, { what: 'plain' }, { trace: given })
  await pawl.drain({ keepOpen: true })
  expect((await pawl.job(id))!.trace).toBe(given)
  expect(linksOf(only('enqueue first'))).toEqual(['b'.repeat(16)])
  expect(traceOf(only('run first'))).toBe('a'.repeat(32))
  expect(parentOf(only('run first'))).toBe('b'.repeat(16))
})

test('an enqueue that fails is an error', async () => {
  const pawl = newPawl()
  const client = await database.connect()
  await client.query('begin')
  await client.query('select 1 / 0').catch(() => {})
  await expect(pawl.enqueue(job, { what: 'plain' }, { tx: client })).rejects.toThrow()
  await client.query('rollback')
  expect(only('enqueue first').status.code).toBe(api.SpanStatusCode.ERROR)
})

test('the log lines of a run carry its trace', async () => {
  const lines: { message: string; fields: Record<string, unknown> }[] = []
  const write = (fields: object, message: string) =>
    void lines.push({ message, fields: fields as Record<string, unknown> })
  const pawl = newPawl({ debug: write, info: write, warn: write, error: write })
  await inSpan('request', () => pawl.enqueue(worker, { what: 'plain' }))
  await pawl.drain({ keepOpen: true })
  const traceId = traceOf(only('request'))
  for (const message of ['job.start', 'at work', 'job.settle']) {
    expect(lines.find((line) => line.message === message)?.fields.traceId, message).toBe(traceId)
  }
})

test('without tracing no span is made, and a trace is carried as it was given', async () => {
  const pawl = testPawl({ url: database.url, jobs })
  const given = `00-${'c'.repeat(32)}-${'d'.repeat(16)}-01`
  await pawl.enqueue(worker, { what: 'plain' }, { trace: given })
  await pawl.drain({ keepOpen: true })
  expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual(['inside'])
  expect((await pawl.jobs.list({ queue: 'second', limit: 1 })).jobs[0]!.trace).toBe(given)
})

test('where no SDK is registered, jobs carry no trace of zeros', async () => {
  api.trace.disable()
  const pawl = newPawl()
  const { id } = await pawl.enqueue(job, { what: 'plain' })
  await pawl.drain({ keepOpen: true })
  expect(await pawl.job(id)).toMatchObject({ status: 'succeeded', trace: null })
})
