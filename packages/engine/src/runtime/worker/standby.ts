import type { Claimed, LeaseRef } from '../../postgres/claim.ts'
import type { Runner } from '../../postgres/runner.ts'
import {
  findStanding,
  readHandover,
  type Standing,
  standBy,
  standDown,
  standDownIfFree,
  standingOf,
  whatFollowed,
} from '../../postgres/standby.ts'
import type { Attempt } from './attempt.ts'
import type { Intake } from './intake.ts'
import type { KnownLanes } from './known-lanes.ts'
import type { Pool } from './pool.ts'

export type StandbyOptions = {
  readonly runner: Runner
  readonly workerId: () => string
  /** Whether this worker would hear of a job that is handed to it. */
  readonly hears: () => boolean
  readonly nextClaim: () => number
  /** How often it looks for what it has not heard of. */
  readonly pollMs: number
  readonly lanes: KnownLanes
  readonly pools: readonly Pool[]
  readonly intake: Intake
  /** Whether it may start something just now. */
  readonly mayStart: () => boolean
  readonly handBack: (attempt: Attempt) => void
  readonly onError: (error: unknown) => void
}

/** So long nothing must have come: where jobs follow each other closely they are claimed, several at once. */
const quietMs = 5
/** Who enqueues or claims may hold the lane just then. After so many it is left to another worker, which may stand by there. */
const maxTries = 3
/** A look is due each second or so. Where it is late by this much the process was held up. */
const lateMs = 30_000
/** Standings that nothing has followed yet. The oldest are for the reclaimer. */
const maxStandings = 16

/**
 * Stands by at the lane that had the last job, once there is nothing to do: the next job is handed over by who enqueues it.
 * At one lane only, as what is handed over must find a slot; and only while nothing runs, as a handler may keep the process busy
 * for long, and another worker would take the job.
 */
export class Standby {
  readonly #options: StandbyOptions
  /** By claim. Each stays until it is known what followed it, or there are too many. */
  readonly #standings = new Map<number, Standing>()
  /** Of these the one that is in force, as far as is known. */
  #current: Standing | undefined
  /** Where the last job came from, unless it was tried there in vain since. */
  #lane: number | undefined
  #quietSince = 0
  #lookedAt = 0
  #refuses = false
  #tries = 0

  constructor(options: StandbyOptions) {
    this.#options = options
  }

  /** Jobs were claimed. */
  claimed(leases: readonly LeaseRef[]): void {
    for (const { lane, turn } of leases) {
      this.#worked(lane)
      for (const { claim, lane: at, follows } of this.#standings.values()) {
        if (at === lane && follows === turn) this.#standings.delete(claim)
      }
      if (this.#current?.lane === lane) this.#current = undefined
    }
    // busy from now on, also where it stands by
    if (this.#current !== undefined && leases.length > 0) this.#standDown(this.#current).catch(this.#options.onError)
  }

  /** In how many ms it should stand by, if nothing comes until then. */
  dueIn(now: number): number {
    if (this.#lane === undefined || this.#lane === this.#current?.lane || !this.#isFit(this.#lane)) {
      return Number.POSITIVE_INFINITY
    }
    return Math.max(0, this.#quietSince + quietMs - now)
  }

  async standBy(): Promise<void> {
    const { runner, workerId, nextClaim, lanes } = this.#options
    const standing: Standing = { lane: this.#lane!, claim: nextClaim(), follows: undefined }
    // from here on: the job may be here before the answer is
    this.#standings.set(standing.claim, standing)
    this.#lane = undefined
    standing.follows = await standBy(runner, workerId(), standing, lanes.bounds!.present)
    if (standing.follows === undefined) this.#tryAgain(standing)
    else if (this.#standings.has(standing.claim)) this.#current = standing
    for (const claim of this.#standings.keys()) if (this.#standings.size > maxStandings) this.#standings.delete(claim)
  }

  /** A job was handed over. What is not known any more was found by a look, or is of a worker that this one was before. */
  handed(payload: string): void {
    const { pollMs, onError } = this.#options
    // of a process that has stood still for so long others may have taken it back. Not left to the look that is due: it may be
    // behind a suspect that runs, and a worker that is unfit makes none
    if (performance.now() - this.#lookedAt > Math.max(lateMs, 2 * pollMs)) {
      this.look().catch(onError)
      return
    }
    const claimed = readHandover(payload)
    if (claimed !== undefined && this.#standings.has(standingOf(claimed.lease))) this.#take(claimed)
  }

  /** Looks for jobs that were handed over and not heard of. True: there was one. */
  async look(): Promise<boolean> {
    await this.#findUnknown()
    const known = [...this.#standings.values()].filter(({ follows }) => follows !== undefined)
    if (known.length === 0) {
      this.#lookedAt = performance.now()
      return false
    }
    const { runner, workerId } = this.#options
    let found = false
    const followed = await whatFollowed(runner, workerId(), known)
    this.#lookedAt = performance.now()
    for (const { standing, handed } of followed) {
      // heard of meanwhile
      if (!this.#standings.has(standing)) continue
      if (handed === undefined) this.#forget(standing)
      else this.#take(handed)
      found ||= handed !== undefined
    }
    return found
  }

  /**
   * The leases by which jobs may be handed to it: the others leave them to it for as long as it lives, and look at them when it has
   * left. Turn 0, which no lease has: there may be one, and its turn is not known.
   */
  get leases(): { readonly lane: number; readonly turn: number }[] {
    return [...this.#standings.values()].map(({ lane, follows }) => ({ lane, turn: follows ?? 0 }))
  }

  /** What is handed over goes back, as long as a suspect runs that must have nothing beside it. */
  refuse(refuses: boolean): void {
    this.#refuses = refuses
  }

  /** Nothing is handed over from here on. What was is handed back, if nothing may start any more. */
  async leave(): Promise<void> {
    const lanes = new Set([...this.#standings.values()].map(({ lane }) => lane))
    const { runner, workerId, onError } = this.#options
    this.#lane = undefined
    // a job that is handed over in spite of it is found by the sweep
    for (const lane of lanes) await standDown(runner, workerId(), lane).catch(onError)
    await this.look().catch(onError)
  }

  /** The worker was given up: what was handed over is for the others. */
  forget(): void {
    this.#standings.clear()
    this.#current = undefined
    this.#lane = undefined
  }

  /** Where a connection was lost with the answer: what is handed over by a turn that is not known would be looked for by nobody. */
  async #findUnknown(): Promise<void> {
    const { runner, workerId } = this.#options
    for (const standing of this.#standings.values()) {
      if (standing.follows !== undefined) continue
      standing.follows = await findStanding(runner, workerId(), standing)
      if (standing.follows === undefined) this.#forget(standing.claim)
    }
  }

  #worked(lane: number): void {
    this.#lane = lane
    this.#quietSince = performance.now()
    this.#tries = 0
  }

  #tryAgain({ claim, lane }: Standing): void {
    this.#standings.delete(claim)
    if (++this.#tries === maxTries) return
    this.#lane = lane
    this.#quietSince = performance.now()
  }

  async #standDown({ lane, claim }: Standing): Promise<void> {
    this.#current = undefined
    const { runner, workerId } = this.#options
    // where the lane is held a job is on its way, and claims must not wait for that
    if (await standDownIfFree(runner, workerId(), lane)) this.#standings.delete(claim)
  }

  #forget(claim: number): void {
    this.#standings.delete(claim)
    if (this.#current?.claim === claim) this.#current = undefined
  }

  #take(claimed: Claimed): void {
    const { intake, handBack } = this.#options
    const { lane } = claimed.lease
    this.#forget(standingOf(claimed.lease))
    const pool = this.#poolOf(lane)
    const { queue } = pool.options
    const { free } = pool
    const open = intake.open(intake.attempts(claimed), { queue, free })
    if (this.#canStart(pool)) {
      this.#worked(lane)
      intake.offer(pool, open)
    } else for (const attempt of open) handBack(attempt)
  }

  #canStart(pool: Pool): boolean {
    return this.#options.mayStart() && !this.#refuses && pool.free > pool.waiting.length
  }

  /** Nothing but its line decides what may start, and nothing runs. */
  #isFit(id: number): boolean {
    const { lanes, hears, pools } = this.#options
    const { place, source } = lanes.get(id)
    const { batch, startRate } = this.#poolOf(id).options
    if (place !== 'line' || source !== '' || batch > 1 || startRate !== undefined) return false
    if (lanes.bounds === undefined || !hears() || pools.some((pool) => pool.busy)) return false
    return this.#canStart(this.#poolOf(id))
  }

  #poolOf(lane: number): Pool {
    const { pools, lanes } = this.#options
    return pools.find((pool) => pool.options.queue === lanes.get(lane).queue)!
  }
}
