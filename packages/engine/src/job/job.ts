import type { FetchAnswer } from '../source/fetch-answer.ts'
import type { FetchOptions } from '../source/fetch-options.ts'
import type { AttemptView } from './attempt-view.ts'
import type { Deferral } from './deferral.ts'
import type { EndedDependency } from './dependency.ts'
import type { EnqueueOptions } from './enqueue-options.ts'
import type { Enqueued } from './enqueued.ts'
import type { BodyInput, JobDefinition } from './job-definition.ts'
import type { JobId } from './job-id.ts'

/**
 * A connection inside a transaction, as `job.commit` hands it out: a client of `pg`, which every query builder takes. Whether the
 * attempt is still this worker's is asked together with the first statement, so do nothing inside that is not done by it. When the
 * transaction has ended it refuses what comes late.
 */
export type Tx = {
  // biome-ignore lint/suspicious/noExplicitAny: rows are the caller's own, exactly as in pg
  query(text: string, values?: unknown[]): Promise<{ rows: any[]; rowCount: number | null }>
}

/** How `job.step` runs. */
export type StepOptions = {
  /** The step's function gets a transaction, and its rows and the step's record commit together. */
  readonly tx?: boolean
}

/** What `job.sleepUntil` takes besides its time. */
export type SleepOptions = {
  /** Tells this sleep from the others of the handler; they are numbered when it is left out. */
  readonly name?: string
}

/** How long `job.waitFor` waits. */
export type WaitOptions = {
  /** Counted from when the wait is reached for the first time; for ever if it is left out. */
  readonly timeoutMs?: number
}

/** How `job.defer` puts a job back. */
export type DeferOptions = {
  /** The job leaves the quarantine, and its crashes are set to 0. */
  readonly cleared?: boolean
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
  /**
   * It runs in quarantine: its last two attempts or more were lost with their workers. While other workers serve the queues of
   * this process, nothing else starts here until its window has ended.
   */
  readonly alone: boolean
  /** Fires on timeout, cancel, shutdown and a lost lease; its reason says which. */
  readonly signal: AbortSignal
  /**
   * Writes the handler's rows, its follow-up jobs and the job's completion in one transaction, fenced: if the lease is lost
   * it throws `LeaseLostError` and nothing is written. At most once in an attempt; it may be called again after PostgreSQL
   * has rolled it back for the sake of another transaction (40P01, 40001). If Pawl has no connection for it, it throws an
   * error of code `no-connection` or `connection-lost`: let it out of the handler, and the job is deferred.
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
  /** The same for many of one type, in few round trips: all are checked before the first is written. */
  enqueueMany<D extends JobDefinition>(
    definition: D,
    bodies: readonly BodyInput<D>[],
    options?: Omit<EnqueueOptions<BodyInput<D>>, 'tx'>,
  ): Promise<Enqueued[]>
  /** What the jobs came to that this one was enqueued `after`, with their results, in the order of their ids. */
  dependencies(): Promise<readonly EndedDependency[]>
  /** The attempts of this job, oldest first, as `pawl.attempts` lists them. The last one is this attempt: its outcome is null. */
  attempts(): Promise<readonly AttemptView[]>
  /**
   * Runs a part of the handler whose result is kept: a later attempt of the job gets it and does not run the function again.
   * The result goes through JSON, on the first run too. See docs/steps.md.
   */
  step<T>(name: string, run: (tx: Tx) => Promise<T>, options: { readonly tx: true }): Promise<T>
  step<T>(name: string, run: () => T | Promise<T>, options?: { readonly tx?: false }): Promise<T>
  /**
   * Writes in a transaction that holds the attempt: nothing of a lost one is written, and the job goes on after it. Nothing is
   * kept of it, so a later attempt runs it again. `job.enqueue` inside is part of it. If PostgreSQL is away the error has the
   * code `no-connection`, if its connection broke `connection-lost`: nothing was written. If it broke while it was committed,
   * an error of code `commit-unknown` comes once nothing of it can still happen: look what stands.
   */
  transaction<T>(write: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Gives the slot back until this instant, or for so many ms. The handler ends here and runs again from its beginning; steps
   * return what was kept, and a sleep that is over returns at once.
   */
  sleepUntil(when: Date | number, options?: SleepOptions): Promise<void>
  /**
   * Gives the slot back until `pawl.signal` sends this event, and returns its payload; undefined when the time is up. A signal
   * that was sent since the job was enqueued counts too.
   */
  waitFor<T = unknown>(event: string, options?: WaitOptions): Promise<T | undefined>
  /**
   * Calls an outside service as its source allows: its limits, its circuit and its cache are shared by all workers. When it
   * cannot be called for now, or fails, this throws `SourceDeferredError`; let it through, and the job goes back in line with no
   * attempt used. Any other answer is returned, whatever its status. See docs/sources.md.
   */
  fetch(url: string | URL, options?: FetchOptions): Promise<FetchAnswer>
  /** Reports how far the job has come. Throttled; the last value before a pause is always written. */
  progress(value: unknown): void
  /** `return job.defer(60_000, 'not open yet')` puts the job back untried. */
  defer(delayMs: number, reason?: string, options?: DeferOptions): Deferral
  readonly log: JobLog
}
