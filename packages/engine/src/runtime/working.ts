import { PawlError } from '../errors.ts'
import type { Running } from './running.ts'
import type { ServiceView } from './service.ts'
import { StopLimit } from './stop-limit.ts'
import type { SlotView } from './worker/slot.ts'

export type WorkingOptions = {
  /** What has to be done before work can begin. */
  readonly prepare: () => Promise<unknown>
  readonly make: () => Running
  readonly graceMs: number
  /** How long a stop may take beyond its grace period. */
  readonly farewellMs: number
}

/** Whether this process works: it starts and stops, and each start has a `Running` of its own. */
export class Working {
  readonly #options: WorkingOptions
  #running: Running | undefined
  /** Calls of `start` share one; one that failed is forgotten, so that the next call tries again. */
  #starting: Promise<void> | undefined
  #draining: Promise<void> | undefined
  #drains = 0
  #closed = false

  constructor(options: WorkingOptions) {
    this.#options = options
  }

  get slots(): readonly SlotView[] {
    return this.#running?.slots ?? []
  }

  get services(): readonly ServiceView[] {
    return this.#running?.services ?? []
  }

  later(delayMs: number): void {
    this.#running?.later(delayMs)
  }

  doubtLeases(): void {
    this.#running?.doubtLeases()
  }

  start(): Promise<void> {
    this.#starting ??= this.#start().catch((error) => {
      this.#forget()
      throw error
    })
    return this.#starting
  }

  /** Works until the line is empty, then stops working. Calls made together share the work and its end. */
  drain(): Promise<void> {
    this.#drains++
    this.#draining ??= this.#drain().finally(() => {
      this.#draining = undefined
    })
    return this.#draining
  }

  /** For good. Called again while stopping, it ends the grace period. */
  async stop(graceMs: number): Promise<void> {
    this.#closed = true
    await this.#running?.stop(graceMs)
  }

  /** Not for good: it can start again. */
  async rest(graceMs: number): Promise<void> {
    // one that fails is told to whoever has started it
    await this.#starting?.catch(() => {})
    const running = this.#running
    if (running === undefined) return
    await new StopLimit(graceMs + this.#options.farewellMs).wait(running.stop(graceMs))
    if (this.#running === running) this.#forget()
  }

  async #start(): Promise<void> {
    await this.#options.prepare()
    if (this.#closed) throw new PawlError('stopped', 'this Pawl was stopped before it had started')
    this.#running = this.#options.make()
    await this.#running.start()
  }

  async #drain(): Promise<void> {
    const { graceMs, farewellMs } = this.#options
    let answered: number
    do {
      // whoever calls while it looks may have enqueued what it has looked for already
      answered = this.#drains
      await this.start()
      const running = this.#running!
      try {
        await running.untilEmpty()
      } finally {
        await new StopLimit(graceMs + farewellMs).wait(running.stop(graceMs))
        this.#forget()
      }
    } while (answered !== this.#drains)
  }

  #forget(): void {
    this.#running = undefined
    this.#starting = undefined
  }
}
