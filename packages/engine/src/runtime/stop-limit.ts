import { PawlError } from '../errors.ts'
import { longestTimerMs } from '../longest-timer-ms.ts'

/** How long a stop may take. Called once more, `stop` wants to be through sooner. */
export class StopLimit {
  readonly #late: Promise<never>
  #give: () => void = () => {}
  #timer: NodeJS.Timeout | undefined
  #dueAt = Number.POSITIVE_INFINITY

  constructor(limitMs: number) {
    this.#late = new Promise((_, reject) => {
      this.#give = () =>
        reject(
          new PawlError(
            'stop-cut-off',
            'PostgreSQL did not answer in time after stop(): what could not be settled or handed back is taken back by the other workers',
          ),
        )
    })
    this.shorten(limitMs)
  }

  /** From now on, no longer than this. */
  shorten(limitMs: number): void {
    const dueAt = performance.now() + limitMs
    if (dueAt >= this.#dueAt) return
    this.#dueAt = dueAt
    clearTimeout(this.#timer)
    // a timer that is set for longer would fire at once
    this.#timer = setTimeout(this.#give, Math.min(limitMs, longestTimerMs))
  }

  /** Waits for the end of the stop, as far as the limit allows. */
  async wait(finished: Promise<void>): Promise<void> {
    await Promise.race([finished, this.#late]).finally(() => {
      this.#dueAt = 0
      clearTimeout(this.#timer)
    })
  }
}
