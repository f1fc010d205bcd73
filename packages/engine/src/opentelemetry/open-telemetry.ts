import type { Attributes, Context, Link, Span } from '@opentelemetry/api'
import { formatTraceparent, parseTraceparent } from '../job/traceparent.ts'
import type { EnqueueAbout, EnqueueSpan, RunAbout, RunEnd, RunSpan, Tracing } from '../job/tracing.ts'

/** What is needed of `@opentelemetry/api`: pass the module itself. */
export type OpenTelemetryApi = Pick<
  typeof import('@opentelemetry/api'),
  'trace' | 'context' | 'SpanKind' | 'SpanStatusCode' | 'ROOT_CONTEXT'
>

/**
 * Traces enqueues and runs with OpenTelemetry, as spans by its conventions for messaging. The first attempt of a job goes on in
 * the trace of who enqueued it; a retry begins a trace of its own that links to it.
 *
 * @example
 * ```ts
 * import * as api from '@opentelemetry/api'
 * import { createPawl } from 'pawl'
 * import { openTelemetry } from 'pawl/opentelemetry'
 *
 * const pawl = createPawl({ url: process.env.DATABASE_URL!, jobs: [], tracing: openTelemetry(api) })
 * ```
 */
export function openTelemetry(api: OpenTelemetryApi): Tracing {
  const { trace, context, SpanKind, SpanStatusCode, ROOT_CONTEXT } = api
  const tracer = trace.getTracer('pawl')

  function fail(span: Span, error: unknown): void {
    const { name, message } = error instanceof Error ? error : { name: '_OTHER', message: String(error) }
    span.recordException(error instanceof Error ? error : message)
    span.setAttribute('error.type', name)
    span.setStatus({ code: SpanStatusCode.ERROR, message })
  }

  function linkTo(traceparent: string | null | undefined): Link[] {
    const parsed = parseTraceparent(traceparent)
    if (parsed === undefined) return []
    return [{ context: { traceId: parsed.traceId, spanId: parsed.spanId, traceFlags: parsed.flags, isRemote: true } }]
  }

  /** In which a run begins: that of who enqueued it for the first attempt, none for the others. */
  function parentOf({ attempt, trace: traceparent }: RunAbout): Context {
    const [link] = linkTo(traceparent)
    if (attempt !== 1 || link === undefined) return ROOT_CONTEXT
    return trace.setSpanContext(ROOT_CONTEXT, link.context)
  }

  function startRun(queue: string, attributes: Attributes, links: Link[], parent: Context, count: number): RunSpan {
    const kind = SpanKind.CONSUMER
    const span = tracer.startSpan(`run ${queue}`, { kind, attributes, links }, parent)
    const active = trace.setSpan(parent, span)
    let left = count
    return {
      traceId: traceIdOf(span),
      within: (call) => context.with(active, call),
      end({ outcome, error }: RunEnd) {
        if (count === 1) span.setAttribute('messaging.pawl.outcome', outcome)
        if (error !== undefined) fail(span, error)
        if (--left === 0) span.end()
      },
    }
  }

  return {
    enqueue({ queue, type, count, trace: given }: EnqueueAbout): EnqueueSpan {
      const attributes = { ...about('enqueue', 'send', queue, type), ...batchOf(count) }
      const kind = SpanKind.PRODUCER
      const span = tracer.startSpan(`enqueue ${queue}`, { kind, attributes, links: linkTo(given) })
      let left = count
      return {
        trace: given ?? traceparentOf(span),
        written(id) {
          if (count === 1) span.setAttribute('messaging.message.id', id)
          if (--left === 0) span.end()
        },
        failed(error) {
          fail(span, error)
          span.end()
        },
      }
    },

    run(run: RunAbout): RunSpan {
      const { id, queue, type, attempt } = run
      const attributes = {
        ...about('run', 'process', queue, type),
        'messaging.message.id': id,
        'messaging.pawl.attempt': attempt,
      }
      return startRun(queue, attributes, linkTo(run.trace), parentOf(run), 1)
    },

    runBatch(runs: readonly RunAbout[]): RunSpan {
      const { queue, type } = runs[0]!
      const attributes = { ...about('run', 'process', queue, type), 'messaging.batch.message_count': runs.length }
      const links = runs.flatMap((run) => linkTo(run.trace))
      return startRun(queue, attributes, links, ROOT_CONTEXT, runs.length)
    },
  }
}

function about(name: string, kind: string, queue: string, type: string): Attributes {
  return {
    'messaging.system': 'pawl',
    'messaging.operation.name': name,
    'messaging.operation.type': kind,
    'messaging.destination.name': queue,
    'messaging.pawl.job.type': type,
  }
}

/** By the conventions only where there is more than one. */
function batchOf(count: number): Attributes {
  return count === 1 ? {} : { 'messaging.batch.message_count': count }
}

function traceparentOf(span: Span): string | null {
  const { traceId, spanId, traceFlags } = span.spanContext()
  const text = formatTraceparent({ traceId, spanId, flags: traceFlags })
  // without an SDK all is zeros, and there is nothing to carry on
  return parseTraceparent(text) === undefined ? null : text
}

function traceIdOf(span: Span): string | undefined {
  return parseTraceparent(traceparentOf(span))?.traceId
}
