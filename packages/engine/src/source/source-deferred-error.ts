import { PawlError } from '../errors.ts'

/** paused, open, no-token: it may not be called now. failed, limited: it was, and could not answer or asked for patience. */
export type DeferReason = 'paused' | 'open' | 'no-token' | 'failed' | 'limited'

/**
 * Thrown by `job.fetch` when its source cannot be called for now, or has failed. Let it through: the job goes back in line and
 * no attempt is used.
 *
 * @example
 * ```ts
 * const look = defineJob({
 *   type: 'look',
 *   body: z.object({ url: z.string() }),
 *   source: () => 'mangadex',
 *   async run(job) {
 *     const answer = await job.fetch(job.body.url).catch((error) => {
 *       if (error instanceof SourceDeferredError) console.log(`later: ${error.reason}`)
 *       throw error
 *     })
 *     return answer.status
 *   },
 * })
 * ```
 */
export class SourceDeferredError extends PawlError {
  readonly source: string
  readonly reason: DeferReason
  /** How long the job is put off beyond what its line has to wait for. */
  readonly delayMs: number

  constructor(source: string, reason: DeferReason, delayMs: number, message: string, options?: ErrorOptions) {
    super('source-deferred', message, options)
    this.source = source
    this.reason = reason
    this.delayMs = delayMs
  }
}
