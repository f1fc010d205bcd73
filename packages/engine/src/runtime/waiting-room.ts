import { type Advanced, advanceWaiters } from '../postgres/dependencies.ts'
import type { Runner } from '../postgres/runner.ts'
import type { Events } from './events.ts'

const page = 500
/** While somebody waits. */
const lookAgainMs = 200
const idleMs = 1_000

/** Lets jobs go that waited for others when those have ended. */
export class WaitingRoom {
  readonly #runner: Runner
  readonly #events: Events
  readonly #onReady: () => void
  #after = 0
  #startedAt = 0

  constructor(runner: Runner, events: Events, onReady: () => void) {
    this.#runner = runner
    this.#events = events
    this.#onReady = onReady
  }

  async runOnce(): Promise<number> {
    const first = this.#after === 0
    if (first) this.#startedAt = performance.now()
    const { advanced, waiters, next } = await this.#page(this.#after)
    this.#after = next ?? 0
    if (next !== undefined) return 0
    // what was just buried may be what another one waits for
    if (advanced.some(({ what }) => what === 'failed')) return 0
    // to go through very many takes its time, and must not become all that this process does
    const tookMs = performance.now() - this.#startedAt
    return waiters > 0 || !first ? Math.max(lookAgainMs, 10 * tookMs) : idleMs
  }

  /** Goes through all who wait, once. Returns how many were let go or buried. */
  async letGo(): Promise<number> {
    let gone = 0
    for (let after: number | undefined = 0; after !== undefined; ) {
      const { advanced, next } = await this.#page(after)
      gone += advanced.filter(({ what }) => what !== 'blocked').length
      after = next
    }
    return gone
  }

  async #page(after: number): ReturnType<typeof advanceWaiters> {
    const seen = await advanceWaiters(this.#runner, after, page)
    for (const one of seen.advanced) this.#tell(one)
    if (seen.advanced.some(({ what }) => what === 'ready')) this.#onReady()
    return seen
  }

  #tell({ id, type, queue, what, on, endedAs }: Advanced): void {
    const about = { id, type, queue }
    if (what === 'failed') this.#events.emit('job.dead', { ...about, reason: 'dependency' })
    if (what === 'blocked') this.#events.emit('job.blocked', { ...about, on: on!, endedAs: endedAs! })
  }
}
