/** One run of a job's handler, or what stood in line for it. */
export type AttemptView = {
  /** Where it stands in the ledger: higher than those before it, and its own for good. */
  readonly position: number
  /** From 1; one that cost no attempt has the number of the next. */
  readonly number: number
  readonly runAt: Date
  /** Null while it stands in line or runs. */
  readonly outcome: string | null
  readonly settledAt: Date | null
  /**
   * How long its handler ran. For one that ended in `job.commit`, until that began: its outcome is the first thing that
   * transaction writes, before anybody knows how long it takes; the event `job.settle` tells. Null: it did not run to an end.
   */
  readonly durationMs: number | null
  readonly error: unknown
  readonly worker: string | null
}
