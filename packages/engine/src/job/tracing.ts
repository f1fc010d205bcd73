import type { JobId } from './job-id.ts'

/** What one call enqueues. `trace`: the traceparent that the caller gave, which stands. */
export type EnqueueAbout = {
  readonly queue: string
  readonly type: string
  readonly count: number
  readonly trace: string | null
}

/** An enqueue that is under way. */
export type EnqueueSpan = {
  /** The traceparent for its jobs to carry on, or null if nobody traces. */
  readonly trace: string | null
  /** One of its jobs was written. It ends with the last one. */
  written(id: JobId): void
  failed(error: unknown): void
}

/** An attempt that is about to run. `trace`: the traceparent that its job carries. */
export type RunAbout = {
  readonly id: JobId
  readonly queue: string
  readonly type: string
  readonly attempt: number
  readonly trace: string | undefined
}

/** What an attempt came to. `error`: why it failed. */
export type RunEnd = { readonly outcome: string; readonly error?: unknown }

/** A run that is under way, of one attempt or of a batch of them. */
export type RunSpan = {
  readonly traceId: string | undefined
  /** Calls the handler, so that what it does belongs to this run. */
  within<T>(call: () => T): T
  /** One of its attempts has ended. It ends with the last one. */
  end(end: RunEnd): void
}

/** Who is told of enqueues and runs, to trace them: what `openTelemetry` of `pawl/opentelemetry` makes. */
export type Tracing = {
  enqueue(about: EnqueueAbout): EnqueueSpan
  run(about: RunAbout): RunSpan
  runBatch(about: readonly RunAbout[]): RunSpan
}
