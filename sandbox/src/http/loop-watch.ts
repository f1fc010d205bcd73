const everyMs = 10
/** What waited while the process stood still comes in within this time. */
const catchUpMs = 100

/** Knows for how long this process has just stood still: what came meanwhile is seen late, and all at once. */
export class LoopWatch {
  #tickedAt = performance.now()
  #stalledMs = 0
  #stallEndedAt = Number.NEGATIVE_INFINITY

  constructor(stopping: AbortSignal) {
    const timer = setInterval(() => this.#tick(performance.now()), everyMs)
    timer.unref()
    stopping.addEventListener('abort', () => clearInterval(timer))
  }

  /** 0 while it runs as it should. */
  stalledMs(now: number): number {
    const recent = now - this.#stallEndedAt < catchUpMs ? this.#stalledMs : 0
    return Math.max(recent, now - this.#tickedAt - 2 * everyMs, 0)
  }

  #tick(now: number): void {
    const gap = now - this.#tickedAt - 2 * everyMs
    this.#tickedAt = now
    const wasRecent = now - this.#stallEndedAt < catchUpMs
    if (gap <= 0) return
    // one stall after the other is one
    this.#stalledMs = wasRecent ? this.#stalledMs + gap : gap
    this.#stallEndedAt = now
  }
}
