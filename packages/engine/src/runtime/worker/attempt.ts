import type { JobDefinition } from '../../job/job-definition.ts'
import { type JobId, jobId } from '../../job/job-id.ts'
import { parseTraceparent } from '../../job/traceparent.ts'
import type { RunAbout } from '../../job/tracing.ts'
import type { ClaimedAttempt, LeaseRef, Pass } from '../../postgres/claim.ts'
import type { Lane } from '../../postgres/lanes.ts'
import type { ClaimOrigin } from '../../postgres/steady-sessions.ts'
import type { PendingCalls } from './pending-calls.ts'

/** A lease in this process: how many of its attempts are not settled yet, and where it comes from, unless it was handed over. */
export type OpenLease = LeaseRef & { open: number; readonly origin: ClaimOrigin | undefined }

/** What its handler was given: it writes what that left to write, once it has returned. */
export type HandledJob = { finish(result: string | undefined): 'succeeded' | Promise<'committed'> }

/** An attempt that this worker holds, from its claim until it is settled. */
export class Attempt {
  readonly definition: JobDefinition
  readonly lane: Lane
  readonly lease: OpenLease
  readonly claimedAt: number
  readonly row: ClaimedAttempt
  /** performance.now() at its start; undefined while it waits in the buffer. */
  startedAt: number | undefined
  /** job.commit wrote the outcome: nothing is left to settle. */
  committed = false
  /** What the claim has given it to call its source, until it is used. */
  pass: Pass | undefined
  /** Its handler has returned, or was cut off: nothing may begin in its name any more. */
  ended = false
  /** Its handler has really returned, however late. Of a batch its run tells. */
  returned = false
  job: HandledJob | undefined
  /** The trace that its run belongs to, once it runs and is traced. */
  runTraceId: string | undefined
  /** What its handler has begun, once it has. */
  calls: PendingCalls | undefined
  /** Its steps, once its handler has asked for one. */
  steps: { ended(): Promise<void>; close(): Promise<void> } | undefined
  /** Pawl waited for PostgreSQL in its name: the error of the connection. */
  lackedConnection: Error | undefined
  #abort: AbortController | undefined
  #abortReason: Error | undefined

  constructor(
    row: ClaimedAttempt,
    definition: JobDefinition,
    lane: Lane,
    lease: OpenLease,
    claimedAt: number,
    pass?: Pass,
  ) {
    this.pass = pass
    this.row = row
    this.definition = definition
    this.lane = lane
    this.lease = lease
    this.claimedAt = claimedAt
  }

  get pos(): number {
    return this.row.pos
  }

  get jobPosition(): number {
    return this.row.rest?.jobId ?? this.row.pos
  }

  get id(): JobId {
    return jobId(this.jobPosition)
  }

  get key(): string | undefined {
    return this.row.rest?.key ?? undefined
  }

  get group(): string | undefined {
    return this.row.rest?.group ?? undefined
  }

  /** It has a key or a group, which the outcome that ends it gives back. */
  get isTied(): boolean {
    return this.key !== undefined || this.group !== undefined
  }

  /** Nothing of this job has run before: there is nothing kept to be found. */
  get isFirst(): boolean {
    return this.jobPosition === this.pos
  }

  get failures(): number {
    return this.row.rest?.failures ?? 0
  }

  get crashes(): number {
    return this.row.rest?.crashes ?? 0
  }

  get deferrals(): number {
    return this.row.rest?.deferrals ?? 0
  }

  get number(): number {
    return this.failures + this.crashes + 1
  }

  /** Made when first asked for: most handlers never look, and a controller for each would cost more than a no-op job. */
  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      this.#abort = new AbortController()
      if (this.#abortReason !== undefined) this.#abort.abort(this.#abortReason)
    }
    return this.#abort.signal
  }

  get abortReason(): Error | undefined {
    return this.#abortReason
  }

  /** The first reason stands. */
  abort(reason: Error): void {
    if (this.#abortReason !== undefined) return
    this.#abortReason = reason
    this.#abort?.abort(reason)
    this.onAbort?.()
  }

  /** Set by whoever waits for this attempt's handler. */
  onAbort: (() => void) | undefined

  /** What events of this attempt tell of it. */
  get about(): { id: JobId; type: string; queue: string; attempt: number; traceId?: string } {
    const { lane, traceId } = this
    const about = { id: this.id, type: lane.type, queue: lane.queue, attempt: this.number }
    return traceId === undefined ? about : { ...about, traceId }
  }

  /** Of its run, or else the one that its job carries. */
  get traceId(): string | undefined {
    return this.runTraceId ?? parseTraceparent(this.row.rest?.trace)?.traceId
  }

  /** What who traces its run has to know. */
  get toTrace(): RunAbout {
    const trace = this.row.rest?.trace ?? undefined
    return { id: this.id, type: this.lane.type, queue: this.lane.queue, attempt: this.number, trace }
  }
}
