import type { Backoff } from './backoff.ts'
import type { ErrorClass } from './classify-error.ts'
import { RetryAfterError } from './retry-after-error.ts'

export type FailureInput = {
  readonly error: unknown
  readonly errorClass: ErrorClass
  /** Counted before this failure. */
  readonly failures: number
  readonly crashes: number
  /** How often it was given back untried. */
  readonly deferrals: number
  readonly maxAttempts: number
  readonly backoff: Backoff
  readonly random: number
}

export type FailureDecision =
  | { readonly kind: 'retryable'; readonly delayMs: number }
  | { readonly kind: 'failed'; readonly reason: 'permanent' | 'exhausted' }
  /** It is the worker that is unfit: the job goes back untried, and that worker takes no other. */
  | { readonly kind: 'handBack' }

/** A job that came back so often must not make one worker after the other unfit: it is taken for the culprit itself. */
const maxHandBacks = 10

/** What becomes of an attempt whose handler threw. */
export function decideFailure(input: FailureInput): FailureDecision {
  if (input.errorClass === 'permanent') return { kind: 'failed', reason: 'permanent' }
  if (input.errorClass === 'fatal' && input.deferrals < maxHandBacks) return { kind: 'handBack' }
  const failures = input.failures + 1
  if (failures + input.crashes >= input.maxAttempts) return { kind: 'failed', reason: 'exhausted' }
  if (input.error instanceof RetryAfterError) return { kind: 'retryable', delayMs: input.error.retryAfterMs }
  const delayMs = input.backoff({ failures, random: input.random, error: input.error })
  return { kind: 'retryable', delayMs }
}
