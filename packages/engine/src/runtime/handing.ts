import { type LineBounds, lineBounds } from '../postgres/claim.ts'
import { isHandable } from '../postgres/enqueue.ts'
import type { NewJob } from '../postgres/new-job.ts'
import type { Runner } from '../postgres/runner.ts'

/** Closer together than this they are claimed, several at once, and to look for a worker would only hold them up. */
const sparseMs = 10
/** Where lines are is asked again after this: bounds of long ago are right, but reach over partitions that nobody needs. */
const boundsMs = 10_000
/** After so many in a row that nobody stood by for, it is tried now and then only. */
const maxMisses = 3
const missedMs = 100
/** Of so many lanes this is remembered. */
const maxLanes = 1_000

/** Says which enqueues look for a worker that stands by. */
export class Handing {
  readonly #reader: Runner
  #bounds: LineBounds | undefined
  #readAt = Number.NEGATIVE_INFINITY
  #lastAt = Number.NEGATIVE_INFINITY
  #isAllowed = true
  readonly #misses = new Map<number, { count: number; at: number }>()

  constructor(reader: Runner) {
    this.#reader = reader
  }

  /** Jobs are enqueued now that are not to be handed over. */
  passOver(now: number): void {
    this.#lastAt = now
  }

  /** Where lines are, if this job may be handed over. Who asks enqueues it now. */
  boundsFor(job: NewJob, now: number): LineBounds | undefined {
    const isSparse = now - this.#lastAt >= sparseMs
    this.#lastAt = now
    if (!this.#isAllowed || !isSparse || !isHandable(job)) return undefined
    if (now - this.#readAt > boundsMs) this.#read(now)
    const missed = this.#misses.get(job.lane)
    if (missed !== undefined && missed.count >= maxMisses && now - missed.at < missedMs) return undefined
    return this.#bounds
  }

  /** This process may not hand over jobs. */
  giveUp(): void {
    this.#isAllowed = false
  }

  /** What became of it. */
  told(lane: number, id: number, handed: boolean): void {
    const now = performance.now()
    if (this.#bounds !== undefined && id + 1 >= this.#bounds.beyond) {
      this.#bounds = undefined
      this.#read(now)
    }
    if (handed) {
      this.#misses.delete(lane)
      return
    }
    const count = (this.#misses.get(lane)?.count ?? 0) + 1
    // it becomes the newest
    this.#misses.delete(lane)
    this.#misses.set(lane, { count, at: now })
    if (this.#misses.size > maxLanes) this.#misses.delete(this.#misses.keys().next().value!)
    // or it looks for workers in the turns of a partition that was closed since
    if (count === maxMisses) this.#read(now)
  }

  /** Nobody waits for it: until it is known, jobs stand in line. */
  #read(now: number): void {
    this.#readAt = now
    lineBounds(this.#reader).then(
      (bounds) => {
        this.#bounds = bounds
      },
      () => {
        this.#bounds = undefined
      },
    )
  }
}
