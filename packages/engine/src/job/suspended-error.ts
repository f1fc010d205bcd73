import { PawlError } from '../errors.ts'

/**
 * Thrown inside of a handler by `job.sleepUntil` and `job.waitFor` to end this run of it: the slot is given back, and the
 * handler runs again when its time, or one of the events, has come. Let it pass: code that catches everything should throw
 * an error of code `suspended` on.
 *
 * @example
 * ```ts
 * const remind = defineJob({
 *   type: 'remind',
 *   body: z.object({ at: z.string() }),
 *   async run(job) {
 *     try {
 *       await job.sleepUntil(new Date(job.body.at))
 *     } catch (error) {
 *       if (error instanceof SuspendedError) throw error
 *     }
 *   },
 * })
 * ```
 */
export class SuspendedError extends PawlError {
  readonly events: readonly string[]
  /** Infinity: until one of the events comes. */
  readonly delayMs: number

  constructor(events: readonly string[], delayMs: number) {
    super('suspended', `${describe(events)}: its handler ends here and runs again from its beginning`)
    this.events = events
    this.delayMs = delayMs
  }

  /** Why the job waits, as the ledger says it. */
  get reason(): string {
    return describe(this.events)
  }
}

function describe(events: readonly string[]): string {
  return events.length === 0 ? 'the job sleeps' : `the job waits for ${events.map((event) => `'${event}'`).join(', ')}`
}
