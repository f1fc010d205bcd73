import { LeaseLostError } from '../../errors.ts'
import { quarantineWindowMs } from '../../job/quarantine-window.ts'
import type { Runner } from '../../postgres/runner.ts'
import {
  areQueuesServedElsewhere,
  countWaiting,
  enterQuarantine,
  leaveQuarantine,
  startInQuarantine,
} from '../../postgres/workers.ts'
import type { Attempt } from './attempt.ts'
import type { Pool } from './pool.ts'

/** What the quarantine of one worker works with. */
export type QuarantineOptions = {
  readonly runner: Runner
  readonly workerId: () => string
  readonly pools: readonly Pool[]
  readonly pollMs: number
  readonly heartbeatMs: number
  /** The quarantine lanes that may have work. */
  readonly lanes: () => readonly number[]
  /** Claims one attempt for a pool from its quarantine lanes. */
  readonly claimOne: (pool: Pool) => Promise<Attempt | undefined>
  readonly release: (attempt: Attempt) => void
  /** Attempts that wait for a slot go back to other workers, and none is handed over until `resume`. */
  readonly pause: () => void
  readonly resume: () => void
  /** The window of an attempt has ended: the next one may be claimed. */
  readonly onWindowEnd: () => void
}

/** A suspect starts beside nothing that has run for less than this. */
const settleInMs = 1_000
/** How often it is asked whether others wait for the quarantine. */
const recheckMs = 1_000
/** Its lane was held by another claim, or what came was cancelled. */
const nothingCameMs = 100

/**
 * Runs suspects one at a time over all workers, with the start on record, for as long as their window lasts. After its window a
 * suspect runs on like any other job. While other workers serve its queues, this worker starts nothing beside a suspect; else it
 * goes on with its queues.
 */
export class Quarantine {
  readonly #options: QuarantineOptions
  /** The worker for which the database has the quarantine reserved. */
  #entered: string | undefined
  /** The window of a suspect that runs here: resolves at its end. */
  #window: Promise<void> | undefined
  /** All slots of this pool are busy: the next free one is kept for a suspect. */
  #slotAwaited: Pool | undefined
  #notBefore = 0

  constructor(options: QuarantineOptions) {
    this.#options = options
  }

  /** When the next suspect may be claimed. */
  opensAt(now: number): number {
    if (this.#window !== undefined) return Number.POSITIVE_INFINITY
    const slotIsFree = this.#slotAwaited !== undefined && this.#slotAwaited.free > 0
    return slotIsFree ? now : Math.max(now, this.#notBefore)
  }

  /** `runOnce` has something to do even if no suspect waits. */
  get isPending(): boolean {
    return this.#entered !== undefined || this.#slotAwaited !== undefined
  }

  /** Runs a suspect for one of these pools, if that is possible now. Resolves when this worker may claim other work. */
  async runOnce(candidates: readonly Pool[]): Promise<void> {
    if (this.#entered !== undefined) await this.#leave(this.#entered)
    const pool = candidates.find(({ free }) => free > 0)
    if (pool === undefined) {
      this.#awaitSlot(candidates[0])
      return
    }
    const { workerId, runner } = this.#options
    const id = workerId()
    try {
      if (!(await enterQuarantine(runner, id))) this.#pause(this.#options.pollMs)
      else await this.#take(id, pool)
    } finally {
      this.#awaitSlot(undefined)
    }
  }

  #awaitSlot(pool: Pool | undefined): void {
    this.#slotAwaited?.keepSlotFree(false)
    this.#slotAwaited = pool
    pool?.keepSlotFree(true)
    if (pool !== undefined) this.#pause(this.#options.pollMs)
  }

  #pause(ms: number): void {
    this.#notBefore = performance.now() + ms
  }

  async #take(id: string, pool: Pool): Promise<void> {
    this.#entered = id
    const isServed = await this.#isServedElsewhere(id)
    const { claimOne, pause, resume } = this.#options
    if (isServed) pause()
    try {
      const attempt = await claimOne(pool)
      if (attempt === undefined) this.#pause(nothingCameMs)
      else await this.#start(id, pool, attempt, isServed)
      if (isServed) await this.#whileServedElsewhere(id)
    } finally {
      if (isServed) resume()
      if (this.#window === undefined) await this.#leave(id)
    }
  }

  async #start(id: string, pool: Pool, attempt: Attempt, isServed: boolean): Promise<void> {
    const { runner, release, onWindowEnd } = this.#options
    if (isServed) await this.#settleIn()
    let crashes: number | undefined
    try {
      crashes = await startInQuarantine(runner, id, attempt)
      if (crashes === undefined) throw new LeaseLostError()
    } catch (error) {
      // unreleased, this worker would hold it for as long as it lives
      release(attempt)
      throw error
    }
    const ended = pool.startApart(attempt)
    if (ended === undefined) {
      release(attempt)
      return
    }
    this.#window = this.#untilWindowEnds(crashes, ended).finally(() => {
      this.#window = undefined
      onWindowEnd()
    })
  }

  /** A handler that kills its process often does so soon after its start. */
  async #settleIn(): Promise<void> {
    const isYoung = ({ startedAt }: Attempt) => performance.now() - startedAt! < settleInMs
    const isSettling = () => this.#options.pools.some(({ running }) => [...running].some(isYoung))
    while (isSettling()) await new Promise((resolve) => setTimeout(resolve, 5))
  }

  async #untilWindowEnds(crashesInARow: number, run: Promise<void>): Promise<void> {
    const { runner, lanes } = this.#options
    const startedAt = performance.now()
    let hasEnded = false
    const ended = run.finally(() => {
      hasEnded = true
    })
    while (!hasEnded) {
      const waiting = await countWaiting(runner, lanes()).catch(() => 0)
      const leftMs = startedAt + quarantineWindowMs({ crashesInARow, waiting }) - performance.now()
      if (leftMs <= 0) return
      await within(Math.min(recheckMs, leftMs), ended)
    }
  }

  async #whileServedElsewhere(id: string): Promise<void> {
    while (this.#window !== undefined && (await this.#isServedElsewhere(id).catch(() => false)))
      await within(this.#options.pollMs, this.#window)
  }

  /** By workers whose last heartbeat but one is not missing. */
  #isServedElsewhere(id: string): Promise<boolean> {
    const { runner, heartbeatMs } = this.#options
    return areQueuesServedElsewhere(runner, id, 2 * heartbeatMs)
  }

  /** When this fails, the next round tries again: the quarantine of a live worker is closed to all others. */
  async #leave(id: string): Promise<void> {
    await leaveQuarantine(this.#options.runner, id)
    this.#entered = undefined
  }
}

async function within(ms: number, ended: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([ended, elapsed])
  clearTimeout(timer)
}
