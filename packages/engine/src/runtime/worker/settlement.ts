import type { ErrorClass } from '../../job/classify-error.ts'
import type { DeadReason } from '../../job/dead-reason.ts'

/** What an attempt came to, decided and not yet written. The runner returns it, the settler writes it. */
export type Settlement =
  /** `result`: what the handler returned, as JSON. */
  | { readonly kind: 'succeeded'; readonly result?: string }
  | { readonly kind: 'retryable'; readonly delayMs: number; readonly error: unknown; readonly errorClass: ErrorClass }
  | { readonly kind: 'failed'; readonly reason: WorkerReason; readonly error: unknown; readonly errorClass: ErrorClass }
  /** `code`: of a deferral that is counted. `cleared`: it is no suspect any more. */
  | {
      readonly kind: 'deferred'
      readonly delayMs: number
      readonly reason: string
      readonly code?: string
      readonly cleared?: boolean
    }
  /** The handler sleeps, or waits for one of these events. */
  | {
      readonly kind: 'suspended'
      readonly events: readonly string[]
      readonly delayMs: number
      readonly reason: string
    }
  /** Claimed and not started, or cut off by shutdown: back to the front. */
  | { readonly kind: 'handBack' }
  /** Written already, by job.commit. */
  | { readonly kind: 'committed' }
  /** Somebody else's outcome stands. */
  | { readonly kind: 'lost' }

/** The others are found out by whoever reclaims, or looks after dependencies. */
type WorkerReason = Extract<DeadReason, 'permanent' | 'exhausted' | 'expired'>
