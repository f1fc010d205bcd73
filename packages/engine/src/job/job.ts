import type { Deferral } from './deferral.ts'
import type { EndedDependency } from './dependency.ts'
import type { EnqueueOptions } from './enqueue-options.ts'
import type { Enqueued } from './enqueued.ts'
import type { BodyInput, JobDefinition } from './job-definition.ts'
import type { JobId } from './job-id.ts'

/** A connection inside a transaction, as `job.commit` hands it out: a client of `pg`, which every query builder takes. */
export type Tx = {
  // biome-ignore lint/suspicious/noExplicitAny: rows are the caller's own, exactly as in pg
  query(text: string, values?: unknown[]): Promise<{ rows: any[]; rowCount: number | null }>
}

export type { Deferral }

/** Logs with the job's id, type and attempt: each call is an event `job.log`, which the logger prints. */
export type JobLog = {
  info(message: string, fields?: object): void
  warn(message: string, fields?: object): void
  error(message: string, fields?: object): void
}

/** What a handler gets: one attempt of one job. */
export type Job<Body = unknown> = {
  readonly id: JobId
  readonly type: string
  readonly queue: string
  readonly version: number
  readonly body: Body
  /** The number of this attempt, from 1. */
  readonly attempt: number
  readonly maxAttempts: number
  readonly createdAt: Date
  readonly trace: string | undefined
  /** Fires on timeout, cancel, shutdown and a lost lease; its reason says which. */
  readonly signal: AbortSignal
  /**
   * Writes the handler's rows, its follow-up jobs and the job's completion in one transaction, fenced: if the lease is lost
   * it throws `LeaseLostError` and nothing is written. At most once in an attempt.
   */
  commit<T>(write: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Enqueues a follow-up job. Inside `commit` it is part of that transaction; outside it is written together with the
   * job's completion, so a failed or lost attempt leaves no follow-up behind. Whether its key is held is known when it is
   * written: inside `commit` at once; outside the answer is the id it will have if it is not.
   */
  enqueue<D extends JobDefinition>(
    definition: D,
    body: BodyInput<D>,
    options?: Omit<EnqueueOptions<BodyInput<D>>, 'tx'>,
  ): Promise<Enqueued>
  /** What the jobs came to that this one was enqueued `after`, with their results, in the order of their ids. */
  dependencies(): Promise<readonly EndedDependency[]>
  /** Reports how far the job has come. Throttled; the last value before a pause is always written. */
  progress(value: unknown): void
  /** `return job.defer(60_000, 'not open yet')` puts the job back untried. */
  defer(delayMs: number, reason?: string): Deferral
  readonly log: JobLog
}
