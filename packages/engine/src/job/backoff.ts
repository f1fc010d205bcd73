import { checkNumber, refuseUnknownOptions } from '../check-options.ts'
import { checkDuration } from '../check-time.ts'

/** What a backoff is decided from. `random` is a number from 0 to 1, drawn by the caller. */
export type BackoffInput = { readonly failures: number; readonly random: number; readonly error: unknown }

/** How long to wait before the next attempt, in ms. */
export type Backoff = (input: BackoffInput) => number

const dayMs = 24 * 60 * 60 * 1000

/**
 * The same wait before each attempt.
 *
 * @example
 * ```ts
 * const retry = { attempts: 5, backoff: fixed({ delayMs: 10_000 }) }
 * const poll = defineJob({ type: 'poll', body: z.object({}), retry, run: () => {} })
 * ```
 */
export function fixed(options: { readonly delayMs: number }): Backoff {
  refuseUnknownOptions('fixed', options, ['delayMs'])
  const delayMs = checkDuration('fixed: delayMs', options.delayMs)
  return () => delayMs
}

/** How waits grow. */
export type ExponentialOptions = {
  /** The first wait; a second unless said otherwise. */
  readonly firstMs?: number
  /** Each wait is so many times the one before; 2 unless said otherwise. */
  readonly factor?: number
  /** No wait is longer; a day unless said otherwise. */
  readonly maxMs?: number
  /** The share of each wait that is drawn at random, so that jobs that failed together do not come back together. */
  readonly jitter?: number
}

/**
 * A wait that grows with each failure, up to a cap.
 *
 * @example
 * ```ts
 * const retry = { attempts: 8, backoff: exponential({ firstMs: 5_000 }) } // 5 s, 10 s, 20 s … each up to 20 % longer
 * const upload = defineJob({ type: 'upload', body: z.object({}), retry, run: () => {} })
 * ```
 */
export function exponential(options: ExponentialOptions = {}): Backoff {
  const { firstMs = 1_000, factor = 2, maxMs = dayMs, jitter = 0.2 } = options
  refuseUnknownOptions('exponential', options, ['firstMs', 'factor', 'maxMs', 'jitter'])
  checkDuration('exponential: firstMs', firstMs)
  checkNumber('exponential: factor', factor, { min: 1, integer: false })
  checkDuration('exponential: maxMs', maxMs)
  checkNumber('exponential: jitter', jitter, { min: 0, max: 1, integer: false })
  return ({ failures, random }) => {
    const wait = Math.min(maxMs, firstMs * factor ** Math.max(0, failures - 1))
    return Math.min(maxMs, Math.round(wait * (1 + jitter * random)))
  }
}
