import { type Advanced, advanceWaiters, awaitedJobs, type WaiterPlace } from '../postgres/dependencies.ts'
import type { Runner } from '../postgres/runner.ts'
import type { Events } from './events.ts'

const page = 500
/** The sweep puts who waits for nobody any more under job 0. */
const beforeAll = -1
/** While somebody waits. */
const lookAgainMs = 200
const idleMs = 1_000

/** What one pass over all who wait has come to so far. */
type Pass = { readonly startedAt: number; isAwaited: boolean; gone: number; failed: number }

/** Lets jobs go that waited for others when those have ended. */
export class WaitingRoom {
  readonly #runner: Runner
  readonly #events: Events
  readonly #onReady: () => void
  /** One page after the other, of the pass that is under way. */
  #pages: AsyncGenerator<undefined, Pass> | undefined

  constructor(runner: Runner, events: Events, onReady: () => void) {
    this.#runner = runner
    this.#events = events
    this.#onReady = onReady
  }

  async runOnce(): Promise<number> {
    const pages = this.#pages ?? this.#pass()
    // one that fails has ended: the next begins anew
    this.#pages = undefined
    const { done, value } = await pages.next()
    if (!done) {
      this.#pages = pages
      return 0
    }
    // what was just buried may be what another one waits for
    if (value.failed > 0) return 0
    // to go through very many takes its time, and must not become all that this process does
    return value.isAwaited ? Math.max(lookAgainMs, 20 * (performance.now() - value.startedAt)) : idleMs
  }

  /** Goes through all who wait, once. Returns how many were let go or buried. */
  async letGo(): Promise<number> {
    const pages = this.#pass()
    for (;;) {
      const { done, value } = await pages.next()
      if (done) return value.gone
    }
  }

  /** From job to job that others wait for; of those that have ended, from one to the next who waits. Yields after each page. */
  async *#pass(): AsyncGenerator<undefined, Pass> {
    const pass: Pass = { startedAt: performance.now(), isAwaited: false, gone: 0, failed: 0 }
    for (let job: number | undefined = beforeAll; job !== undefined; ) {
      const { ended, awaited, next } = await awaitedJobs(this.#runner, job, page)
      if (awaited > 0) pass.isAwaited = true
      yield
      if (ended.length > 0) yield* this.#advance(ended, pass)
      job = next
    }
    return pass
  }

  async *#advance(ended: readonly number[], pass: Pass): AsyncGenerator<undefined, void> {
    for (let behind: WaiterPlace | undefined = { on: beforeAll, job: beforeAll }; behind !== undefined; ) {
      const { advanced, next } = await advanceWaiters(this.#runner, ended, behind, page)
      for (const { what } of advanced) {
        if (what !== 'blocked') pass.gone++
        if (what === 'failed') pass.failed++
      }
      for (const one of advanced) this.#tell(one)
      if (advanced.some(({ what }) => what === 'ready')) this.#onReady()
      yield
      behind = next
    }
  }

  #tell({ id, type, queue, what, on, endedAs }: Advanced): void {
    const about = { id, type, queue }
    if (what === 'failed') this.#events.emit('job.dead', { ...about, reason: 'dependency' })
    if (what === 'blocked') this.#events.emit('job.blocked', { ...about, on: on!, endedAs: endedAs! })
  }
}
