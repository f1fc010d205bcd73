import { checkDuration } from '../check-time.ts'
/**
 * Returned by a handler that did not try: the job goes back and no attempt is used. Made by `job.defer`; an object that only
 * looks like one is a result like any other.
 *
 * @example
 * ```ts
 * const water = defineJob({ type: 'water', body: z.object({}), run: (job) => job.defer(60_000, 'it rains') })
 * ```
 */
export class Deferral {
  readonly deferMs: number
  readonly reason: string
  readonly cleared: boolean

  constructor(delayMs: number, reason: string, cleared = false) {
    this.deferMs = checkDuration('job.defer', delayMs)
    this.reason = reason
    this.cleared = cleared
  }
}
