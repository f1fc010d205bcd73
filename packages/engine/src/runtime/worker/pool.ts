import { claimSize } from '../../job/claim-size.ts'
import type { StartRate } from '../../postgres/claim.ts'
import type { Events } from '../events.ts'
import type { Attempt } from './attempt.ts'
import type { AttemptRunner } from './attempt-runner.ts'
import type { BatchRunner } from './batch-runner.ts'
import { ExpiredError } from './expired-error.ts'
import type { Settlement } from './settlement.ts'
import type { Settler } from './settler.ts'
import type { Slot, SlotView } from './slot.ts'

export type PoolOptions = {
  readonly queue: string
  readonly concurrency: number
  readonly startRate: StartRate | undefined
  /** How many attempts one run takes at the most. */
  readonly batch: number
  readonly runner: AttemptRunner
  readonly batches: BatchRunner
  readonly settler: Settler
  readonly events: Events
  /** How often a slot in state error is looked at. */
  readonly errorCheckMs: number
  /** Slots or the buffer have room again. */
  readonly onHungry: () => void
  readonly beforeSettle: (attempt: Attempt) => Promise<void> | undefined
}

/** A handler that was called, and may not have returned although its attempts are settled. */
type Run = { hasReturned(): boolean }

/** The weight of the newest handler in the mean. */
const weight = 0.05

/** The slots of one process that serve one queue, and the attempts claimed ahead for them. */
export class Pool {
  readonly options: PoolOptions
  readonly running = new Set<Attempt>()
  #slots: Slot[]
  #buffer: Attempt[] = []
  #meanMs: number | undefined
  #keepsSlotFree = false
  #names: number

  constructor(options: PoolOptions) {
    this.options = options
    this.#names = options.concurrency
    this.#slots = Array.from({ length: options.concurrency }, (_, i) => this.#slot(i + 1))
  }

  /** How many attempts could start at once. */
  get free(): number {
    return this.options.batch * this.#slots.reduce((free, slot) => free + (slot.state === 'idle' ? 1 : 0), 0)
  }

  /** Handlers that ignored their abort hold all its slots: it can start nothing until one of them returns. */
  get isDeaf(): boolean {
    return this.#slots.every((slot) => slot.state === 'error')
  }

  get busy(): boolean {
    return this.running.size > 0 || this.#buffer.length > 0
  }

  /** How many of its slots are in each state. */
  get tally(): { idle: number; busy: number; error: number } {
    const tally = { idle: 0, busy: 0, error: 0 }
    for (const { state } of this.#slots) tally[state]++
    return tally
  }

  get slots(): readonly SlotView[] {
    return this.#slots.map(({ name, state, attempt }) => ({ name, state, job: attempt?.id }))
  }

  /** How many attempts a claim should bring. With a start rate nothing is taken ahead: a claim is a start. */
  wanted(): number {
    const { startRate, batch, settler } = this.options
    if (settler.isBehind) return 0
    if (startRate !== undefined) return Math.max(0, this.free - this.#buffer.length)
    const concurrency = this.options.concurrency * batch
    return claimSize({ freeSlots: this.free, concurrency, buffered: this.#buffer.length, meanMs: this.#meanMs })
  }

  offer(attempts: readonly Attempt[]): void {
    this.#buffer.push(...attempts)
    for (const slot of this.#slots) {
      if (this.#buffer.length === 0) return
      if (slot.state === 'idle') void this.#work(slot)
    }
  }

  /** The next slot that becomes free takes no attempt that waits: it is kept for `startApart`. */
  keepSlotFree(keep: boolean): void {
    this.#keepsSlotFree = keep
    if (!keep) this.offer([])
  }

  /** Starts one attempt in a free slot, and not in a batch with others. Resolves when it has ended; undefined: no slot is free. */
  startApart(attempt: Attempt): Promise<void> | undefined {
    const slot = this.#slots.find(({ state }) => state === 'idle')
    return slot && this.#workApart(slot, attempt)
  }

  async #workApart(slot: Slot, attempt: Attempt): Promise<void> {
    slot.state = 'busy'
    slot.attempt = attempt
    const isOne = attempt.definition.runBatch === undefined
    const run = await (isOne ? this.#run(slot, attempt) : this.#runBatch(slot, attempt, 1))
    if (this.#vacate(slot, run)) void this.#work(slot)
  }

  /** Claimed ahead, not started. */
  get waiting(): readonly Attempt[] {
    return this.#buffer
  }

  /** Takes back what was claimed ahead and has not started. */
  takeBuffer(): Attempt[] {
    return this.#buffer.splice(0)
  }

  /**
   * What was claimed ahead waits behind handlers that turned out slow. The mean learns of it before they have ended, or the
   * same attempts would be claimed ahead and handed back again and again.
   */
  hoards(now: number, limitMs: number): boolean {
    const [oldest] = this.#buffer
    if (oldest === undefined || now - oldest.claimedAt <= limitMs) return false
    this.#meanMs = Math.max(this.#meanMs ?? 0, limitMs)
    return true
  }

  async #work(slot: Slot): Promise<void> {
    slot.state = 'busy'
    // taken in reverse order of arrival a buffer would starve its oldest: shift, which V8 makes cheap at this size
    for (let attempt = this.#next(); attempt !== undefined; attempt = this.#next()) {
      if (this.wanted() > 0) this.options.onHungry()
      slot.attempt = attempt
      const isOne = attempt.definition.runBatch === undefined
      const run = await (isOne ? this.#run(slot, attempt) : this.#runBatch(slot, attempt, this.options.batch))
      if (!this.#vacate(slot, run)) return
    }
    slot.state = 'idle'
    this.options.onHungry()
  }

  #next(): Attempt | undefined {
    return this.#keepsSlotFree ? undefined : this.#buffer.shift()
  }

  /** False: its handler ignores its abort, and another slot has taken the place of this one. */
  #vacate(slot: Slot, run: Run | undefined): boolean {
    if (run !== undefined && !run.hasReturned()) {
      this.#replace(slot, run)
      return false
    }
    slot.attempt = undefined
    return true
  }

  #run(slot: Slot, attempt: Attempt): Run | undefined | Promise<Run | undefined> {
    if (!this.#mayStart(attempt)) return undefined
    this.#start(slot, attempt)
    const settlement = this.options.runner.run(attempt)
    if (!(settlement instanceof Promise)) return this.#ran(attempt, settlement)
    this.running.add(attempt)
    return settlement.then((known) => this.#ran(attempt, known))
  }

  #ran(attempt: Attempt, settlement: Settlement): Run | undefined | Promise<Run | undefined> {
    const durationMs = performance.now() - attempt.startedAt!
    this.#learn(durationMs)
    const run = attempt.returned ? undefined : { hasReturned: () => attempt.returned }
    const settled = this.#settle(attempt, settlement, durationMs)
    return settled === undefined ? run : settled.then(() => run)
  }

  /** The first one and others that wait, in one run. Each is settled when it is known what it came to. */
  async #runBatch(slot: Slot, first: Attempt, batch: number): Promise<Run | undefined> {
    const { batches } = this.options
    const waiting = [first, ...this.#buffer.splice(0, batch - 1)]
    const attempts = waiting.filter((attempt) => this.#mayStart(attempt))
    if (attempts.length === 0) return undefined
    const startedAt = performance.now()
    for (const attempt of attempts) {
      this.#start(slot, attempt)
      this.running.add(attempt)
    }
    const run = batches.run(attempts)
    await Promise.all(
      attempts.map(async (attempt, i) => {
        const settlement = await run.settlements[i]!
        await this.#settle(attempt, settlement, performance.now() - attempt.startedAt!)
      }),
    )
    this.#learn(performance.now() - startedAt)
    return run
  }

  #mayStart(attempt: Attempt): boolean {
    const { settler } = this.options
    if (attempt.abortReason !== undefined) {
      settler.add(attempt, { kind: 'lost' }, 0)
      return false
    }
    if (attempt.row.rest?.expired === true) {
      settler.add(attempt, { kind: 'failed', reason: 'expired', error: new ExpiredError(), errorClass: 'permanent' }, 0)
      return false
    }
    return true
  }

  #start(slot: Slot, attempt: Attempt): void {
    const { events } = this.options
    attempt.startedAt = performance.now()
    if (events.heard('job.start')) events.emit('job.start', { ...attempt.about, slot: slot.name })
  }

  #settle(attempt: Attempt, settlement: Settlement, durationMs: number): Promise<void> | undefined {
    const last = this.options.beforeSettle(attempt)
    if (last !== undefined) {
      // until then it is held, also if its handler has returned at once
      this.running.add(attempt)
      return last.then(() => this.#end(attempt, settlement, durationMs))
    }
    this.#end(attempt, settlement, durationMs)
    return undefined
  }

  #end(attempt: Attempt, settlement: Settlement, durationMs: number): void {
    this.running.delete(attempt)
    this.options.settler.add(attempt, settlement, durationMs)
  }

  #learn(durationMs: number): void {
    this.#meanMs = this.#meanMs === undefined ? durationMs : this.#meanMs + weight * (durationMs - this.#meanMs)
  }

  /**
   * The attempt is recorded as timed out although its handler still runs. A fresh slot takes over, so that the pool keeps its
   * size; the old one is kept in sight until the handler returns. There are never more of those than slots.
   */
  #replace(slot: Slot, run: Run): void {
    const { events, concurrency, errorCheckMs } = this.options
    slot.state = 'error'
    events.emit('slot.error', { slot: slot.name, id: slot.attempt!.id })
    const errors = this.#slots.filter((other) => other.state === 'error').length
    if (errors <= concurrency) {
      const fresh = this.#slot(++this.#names)
      this.#slots.push(fresh)
      if (this.#buffer.length > 0) void this.#work(fresh)
      else this.options.onHungry()
    }
    const check = setInterval(() => {
      if (!run.hasReturned()) return
      clearInterval(check)
      this.#reset(slot)
    }, errorCheckMs)
    check.unref()
  }

  #reset(slot: Slot): void {
    slot.attempt = undefined
    const usable = this.#slots.filter((other) => other.state !== 'error').length
    if (usable < this.options.concurrency) slot.state = 'idle'
    else this.#slots = this.#slots.filter((other) => other !== slot)
    this.options.events.emit('slot.reset', { slot: slot.name })
    this.options.onHungry()
  }

  #slot(number: number): Slot {
    return { name: `${this.options.queue}-${number}`, state: 'idle', attempt: undefined }
  }
}
