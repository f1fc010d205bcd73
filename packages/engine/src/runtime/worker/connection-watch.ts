import type { Events } from '../events.ts'

export type ConnectionWatchOptions = {
  /** Rejects while connections cannot be made. */
  readonly probe: () => Promise<unknown>
  readonly worker: () => string
  readonly events: Events
}

type Loss = { readonly since: number; deferred: number; pauseMs: number; until: number }

const firstPauseMs = 200
const maxPauseMs = 5_000

/**
 * Whether Pawl's own connections work. While they do not, a job that needs one runs in vain, so the worker claims only once for
 * each pause, and the pauses grow. It does not stop: there may be jobs that need none.
 */
export class ConnectionWatch {
  readonly #options: ConnectionWatchOptions
  #loss: Loss | undefined

  constructor(options: ConnectionWatchOptions) {
    this.#options = options
  }

  get isLost(): boolean {
    return this.#loss !== undefined
  }

  /** An attempt was deferred for the want of a connection. */
  lost(error: Error): void {
    const now = performance.now()
    if (this.#loss === undefined) {
      this.#loss = { since: now, deferred: 0, pauseMs: firstPauseMs, until: now + firstPauseMs }
      this.#options.events.emit('connection.lost', { worker: this.#options.worker(), error })
    }
    this.#loss.deferred++
  }

  /** In how many ms the worker may claim again. Asked before each claim: at the end of a pause it tries a connection. */
  async untilClaim(): Promise<number> {
    const loss = this.#loss
    if (loss === undefined) return 0
    const waitMs = loss.until - performance.now()
    if (waitMs > 0) return waitMs
    if (await this.#works()) this.#back(loss)
    else {
      loss.pauseMs = Math.min(maxPauseMs, 2 * loss.pauseMs)
      loss.until = performance.now() + loss.pauseMs
    }
    return 0
  }

  async #works(): Promise<boolean> {
    try {
      await this.#options.probe()
      return true
    } catch {
      return false
    }
  }

  #back(loss: Loss): void {
    if (this.#loss !== loss) return
    this.#loss = undefined
    const afterMs = performance.now() - loss.since
    this.#options.events.emit('connection.back', {
      worker: this.#options.worker(),
      afterMs,
      deferred: loss.deferred,
    })
  }
}
