import type { OnFailed } from '../job/enqueue-options.ts'
import type { HeldBy } from '../job/enqueued.ts'
import type { JobKey } from '../job/key.ts'
import type { EnqueueSpan } from '../job/tracing.ts'

/** A checked job on its way into the ledger. */
export type NewJob = {
  readonly type: string
  readonly queue: string
  readonly lane: number
  /** Whom it calls; '' for nobody. */
  readonly source: string
  readonly body: string
  readonly maxAttempts: number
  readonly startBefore: Date | null
  readonly trace: string | null
  readonly runAt: Date | null
  readonly delayMs: number | null
  /** Reserved before, or null. */
  readonly id: number | null
  readonly key?: JobKey | undefined
  readonly group?: string | undefined
  /** It waits until these have ended. */
  readonly after?: readonly number[] | undefined
  readonly onFailed?: OnFailed | undefined
  /** Who traces its enqueue. */
  readonly span?: EnqueueSpan | undefined
  /** No worker is told of it. */
  readonly silent?: boolean
}

/**
 * `duplicate`: its key was held, and this is the job that holds it, in the state `heldBy`. `replaced`: whether that took what was new, if
 * it was to.
 */
export type WrittenJob = {
  readonly id: number
  readonly duplicate: boolean
  readonly heldBy?: HeldBy
  readonly replaced?: boolean
}
