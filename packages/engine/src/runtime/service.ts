import type { Events } from './events.ts'

/** A loop's body: does its work once and returns the delay until the next time, in ms. */
export type RunOnce = () => Promise<number>

/** How a background service of this process gets on. */
export type ServiceView = {
  readonly name: string
  /** How long its round is overdue: it hangs, or has failed since. 0 when it is on time. */
  readonly lateMs: number
}

const firstRetryMs = 200
const maxRetryMs = 5_000

/**
 * Runs something again and again. It survives its database: an error is an event, and the next run comes after a pause that
 * grows. `wake` brings the next run forward, but not into that pause: each failure is reported with the time of its retry.
 */
export class Service {
  readonly #name: string
  readonly #runOnce: RunOnce
  readonly #events: Events
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #woken = false
  /** When it is due next, on the steady clock. */
  #within = Number.POSITIVE_INFINITY
  /** When a round must have begun that succeeds, on the same clock. */
  #dueAt = Number.POSITIVE_INFINITY
  #stopped = true
  #retryMs = firstRetryMs
  /** The last run failed: none begins before this, on the steady clock. */
  #notBefore = 0

  constructor(name: string, events: Events, runOnce: RunOnce) {
    this.#name = name
    this.#events = events
    this.#runOnce = runOnce
  }

  get view(): ServiceView {
    const lateMs = this.#stopped ? 0 : Math.max(0, Math.round(performance.now() - this.#dueAt))
    return { name: this.#name, lateMs }
  }

  start(): void {
    this.#stopped = false
    this.wake()
  }

  wake(): void {
    if (this.#stopped) return
    this.#dueAt = Math.min(this.#dueAt, performance.now())
    if (this.#running !== undefined) {
      this.#woken = true
      return
    }
    if (performance.now() < this.#notBefore) {
      this.#within = this.#notBefore
      this.#schedule()
      return
    }
    clearTimeout(this.#timer)
    this.#running = this.#run().finally(() => {
      this.#running = undefined
      if (this.#woken) this.wake()
    })
  }

  /** Runs now if it waits to retry: what it needs may be there again. */
  retry(): void {
    if (this.#notBefore === 0) return
    this.#notBefore = 0
    this.wake()
  }

  /** Runs again in so many ms, unless it is due earlier anyway. */
  wakeWithin(ms: number): void {
    this.#within = Math.min(this.#within, performance.now() + ms)
    this.#dueAt = Math.min(this.#dueAt, this.#within)
    if (this.#running === undefined) this.#schedule()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#running
  }

  async #run(): Promise<void> {
    this.#woken = false
    this.#within = Number.POSITIVE_INFINITY
    let delayMs: number
    try {
      delayMs = await this.#runOnce()
      this.#retryMs = firstRetryMs
      this.#notBefore = 0
      this.#dueAt = this.#woken ? performance.now() : Math.min(this.#within, performance.now() + delayMs)
    } catch (error) {
      delayMs = this.#retryMs
      this.#retryMs = Math.min(maxRetryMs, this.#retryMs * 2)
      this.#woken = false
      this.#notBefore = performance.now() + delayMs
      this.#events.emit('service.error', { service: this.#name, error, retryMs: delayMs })
    }
    this.#within = Math.min(this.#within, performance.now() + delayMs)
    this.#schedule()
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    if (this.#stopped || this.#within === Number.POSITIVE_INFINITY) return
    const at = Math.max(this.#within, this.#notBefore)
    this.#timer = setTimeout(() => this.wake(), Math.max(0, at - performance.now()))
  }
}
