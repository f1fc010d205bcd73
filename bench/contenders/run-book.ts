import { clock } from './clock.ts'
import type { Span } from './orders.ts'

/** What ran in this process, and when: each job is counted by its number. */
export class RunBook {
  readonly #runs: Uint8Array
  readonly #startedAt: Float64Array
  // performance.now() is cheaper than the clock and runs alike
  readonly #offset = clock() - performance.now()
  readonly jobs: number
  handled = 0

  constructor(jobs: number) {
    this.jobs = jobs
    this.#runs = new Uint8Array(jobs)
    this.#startedAt = new Float64Array(jobs)
  }

  start(n: number): void {
    if (!(n >= 0 && n < this.jobs)) throw new RangeError(`job ${n} is none of the ${this.jobs} that were enqueued`)
    this.#runs[n]!++
    this.#startedAt[n] = performance.now() + this.#offset
  }

  end(): void {
    this.handled++
  }

  /** How many jobs have started in these spans. */
  startedIn(spans: readonly Span[]): number {
    return this.#startedAt.reduce(
      (sum, at) => sum + (at > 0 && spans.some(({ from, to }) => at >= from && at < to) ? 1 : 0),
      0,
    )
  }

  get runs(): string {
    return Buffer.from(this.#runs.buffer).toString('base64')
  }

  get startedAt(): string {
    return Buffer.from(this.#startedAt.buffer).toString('base64')
  }
}
