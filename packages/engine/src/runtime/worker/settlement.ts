import type { ErrorClass } from '../../job/classify-error.ts'

/** What an attempt came to, decided and not yet written. The runner returns it, the settler writes it. */
export type Settlement =
  /** `result`: what the handler returned, as JSON. */
  | { readonly kind: 'succeeded'; readonly result?: string }
  /** The handler returned, and job.enqueue gave it follow-ups to write with its completion. */
  | { readonly kind: 'retryable'; readonly delayMs: number; readonly error: unknown; readonly errorClass: ErrorClass }
  | { readonly kind: 'failed'; readonly reason: DeadReason; readonly error: unknown; readonly errorClass: ErrorClass }
  | { readonly kind: 'deferred'; readonly delayMs: number; readonly reason: string }
  /** Claimed and not started, or cut off by shutdown: back to the front. */
  | { readonly kind: 'handBack' }
  /** Written already, by job.commit. */
  | { readonly kind: 'committed' }
  /** Somebody else's outcome stands. */
  | { readonly kind: 'lost' }

export type DeadReason = 'permanent' | 'exhausted' | 'expired'
