import { checkDuration } from '../check-time.ts'
import { PawlError } from '../errors.ts'

/**
 * Thrown by a handler that was told when to come back. It counts as a failure; the next attempt runs after exactly this time.
 *
 * @example
 * ```ts
 * const ask = defineJob({
 *   type: 'ask',
 *   body: z.object({ host: z.string() }),
 *   run() {
 *     throw new RetryAfterError(30_000, 'the service asks for half a minute')
 *   },
 * })
 * ```
 */
export class RetryAfterError extends PawlError {
  readonly retryAfterMs: number

  constructor(retryAfterMs: number, message = `retry after ${String(retryAfterMs)} ms`, options?: ErrorOptions) {
    super('retry-after', message, options)
    this.retryAfterMs = checkDuration('RetryAfterError: milliseconds from now', retryAfterMs)
  }
}
