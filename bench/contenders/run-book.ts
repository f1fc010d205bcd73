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

  /** How many jobs have started in each of these spans, which follow each other. */
  startedIn(spans: readonly Span[]): number[] {
    const jobs = spans.map(() => 0)
    const from = spans[0]?.from ?? 0
    const to = spans.at(-1)?.to ?? 0
    // most of millions have never started, or long before
    for (let n = 0; n < this.jobs; n++) {
      const at = this.#startedAt[n]!
      if (at < from || at >= to) continue
      const i = spans.findIndex((span) => at < span.to)
      if (at >= spans[i]!.from) jobs[i]!++
    }
    return jobs
  }

  get runs(): string {
    return Buffer.from(this.#runs.buffer).toString('base64')
  }

  get startedAt(): string {
    return Buffer.from(this.#startedAt.buffer).toString('base64')
  }
}
