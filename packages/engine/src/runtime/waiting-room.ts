import { jobPosition } from '../job/job-id.ts'
import { type Advanced, advanceWaiters, awaitedJobs, type WaiterPlace } from '../postgres/dependencies.ts'
import type { Runner } from '../postgres/runner.ts'
import type { Events } from './events.ts'

const page = 500
/** The sweep puts who waits for nobody any more under job 0. */
const beforeAll = -1
/** While somebody waits. */
const lookAgainMs = 200
const idleMs = 1_000
/** To look through very many takes its time, and must not become all that this process does: so many times as long it does not look … */
const pauseAfterLook = 20
/** … but no longer than this, also after a stall: who has nobody to wait for any more waits for it. */
const longestPauseMs = 30_000

/** What one pass over all who wait has come to so far. */
type Pass = { isAwaited: boolean; lookedForMs: number; gone: number }

/** Lets jobs go that waited for others when those have ended. */
export class WaitingRoom {
  readonly #runner: Runner
  readonly #events: Events
  readonly #onReady: () => void
  readonly #nowMs: () => number
  /** One page after the other, of the pass that is under way. */
  #pages: AsyncGenerator<undefined, Pass> | undefined

  constructor(runner: Runner, events: Events, onReady: () => void, nowMs = () => performance.now()) {
    this.#runner = runner
    this.#events = events
    this.#onReady = onReady
    this.#nowMs = nowMs
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
    if (!value.isAwaited) return idleMs
    return Math.min(longestPauseMs, Math.max(lookAgainMs, pauseAfterLook * value.lookedForMs))
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
    const pass: Pass = { isAwaited: false, lookedForMs: 0, gone: 0 }
    for (let job: number | undefined = beforeAll; job !== undefined; ) {
      const startedAt = this.#nowMs()
      const { ended, awaited, next } = await awaitedJobs(this.#runner, job, page)
      pass.lookedForMs += this.#nowMs() - startedAt
      if (awaited > 0) pass.isAwaited = true
      yield
      for (const pages = ended.length > 0 ? [ended] : []; pages.length > 0; ) yield* this.#advance(pages, pass)
      job = next
    }
    return pass
  }

  /** Takes a page of jobs that may have ended, and adds pages of those who were buried and whom others wait for. */
  async *#advance(pages: (readonly number[])[], pass: Pass): AsyncGenerator<undefined, void> {
    const ended = pages.pop()!
    for (let behind: WaiterPlace | undefined = { on: beforeAll, job: beforeAll }; behind !== undefined; ) {
      const startedAt = this.#nowMs()
      const { advanced, next } = await advanceWaiters(this.#runner, ended, behind, page)
      // an attempt of theirs had ended, and they go on
      if (advanced.length === 0) pass.lookedForMs += this.#nowMs() - startedAt
      for (const one of advanced) {
        if (one.what !== 'blocked') pass.gone++
        this.#tell(one)
      }
      const buried = advanced.filter(({ what, isAwaited }) => what === 'failed' && isAwaited)
      if (buried.length > 0) pages.push(buried.map(({ id }) => jobPosition(id)).sort((a, b) => a - b))
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
