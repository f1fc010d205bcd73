import type { JobDefinition } from '../../job/job-definition.ts'
import { knowsVersion } from '../../job/version.ts'
import { type Claimed, type ClaimPool, type ClaimResult, claim, untilNextStart } from '../../postgres/claim.ts'
import { type Lane, lanesOfQueues, lanesWithWork } from '../../postgres/lanes.ts'
import type { Runner } from '../../postgres/runner.ts'
import type { Events } from '../events.ts'
import { Attempt, type OpenLease } from './attempt.ts'
import { HotLanes, type LanePick } from './hot-lanes.ts'
import type { Pool } from './pool.ts'

export type ClaimerOptions = {
  readonly runner: Runner
  readonly workerId: () => string
  readonly definitions: ReadonlyMap<string, JobDefinition>
  readonly pools: readonly Pool[]
  readonly events: Events
  /** How often all lanes are looked at, notified or not. */
  readonly pollMs: number
  readonly onLease: (lease: OpenLease) => void
  /** Runs one suspect with nothing else in the process. */
  readonly runAlone: (pool: Pool, attempt: Attempt) => Promise<void>
  /** Claimed, and settled already: it was cancelled in line, or parked because its group is full. */
  readonly onSettledInLine: (attempt: Attempt) => void
}

/** One answer of PostgreSQL is one text here: large bodies are claimed fewer at a time. */
const maxClaimBytes = 64 * 1024 * 1024

/** A lane that another claim holds is free again within about this time. */
const passedRetryMs = 3

type PoolLanes = {
  readonly pool: Pool
  readonly line: HotLanes
  readonly alone: HotLanes
  /** How many one claim may bring. */
  readonly most: number
  notBefore: number
}

/** Claims attempts for all pools of a worker at once. `runOnce` is one round trip; it returns when the next one is due. */
export class Claimer {
  readonly #options: ClaimerOptions
  readonly #pools: readonly PoolLanes[]
  readonly #lanes = new Map<number, Lane>()
  /** Lanes that somebody told of, to be looked up; and those that were, and are none of this worker's queues. */
  #unknown = new Set<number>()
  readonly #foreign = new Set<number>()
  #claims = 0
  #nextScanAt = 0
  #scannedAt = 0
  #broughtNothing = false
  /** When the last look at all lanes that brought nothing began. */
  emptyAt = 0
  /** When attempts were last given to a pool. */
  offeredAt = 0

  constructor(options: ClaimerOptions) {
    this.#options = options
    this.#pools = options.pools.map((pool) => {
      const ofQueue = [...options.definitions.values()].filter(({ queue }) => queue === pool.options.queue)
      const most = Math.max(1, Math.floor(maxClaimBytes / Math.max(...ofQueue.map(({ maxBodyBytes }) => maxBodyBytes))))
      return { pool, line: new HotLanes(), alone: new HotLanes(), most, notBefore: 0 }
    })
  }

  /** Lanes have new work: their ids, or '*' for all. Unknown ones are looked up by a scan. */
  notify(payload: string): boolean {
    if (payload === '*') this.#nextScanAt = 0
    const ids = payload === '*' ? [] : payload.split(',').map(Number)
    for (const id of ids) if (!this.#lanes.has(id) && !this.#foreign.has(id)) this.#unknown.add(id)
    if (this.#unknown.size > 0) this.#nextScanAt = 0
    for (const { line, alone } of this.#pools) {
      line.warm(ids)
      alone.warm(ids)
    }
    return this.#nextScanAt === 0 || this.#anyHot()
  }

  async runOnce(): Promise<number> {
    const now = performance.now()
    if (now >= this.#nextScanAt) await this.#scan(now)
    if (await this.#suspectWaits()) return this.#claimAlone()

    const picks = this.#pools
      .map((lanes) => ({ lanes, limit: lanes.notBefore > now ? 0 : Math.min(lanes.most, lanes.pool.wanted()) }))
      .filter(({ lanes, limit }) => limit > 0 && lanes.line.anyHot)
      .map(({ lanes, limit }) => ({ lanes, limit, free: lanes.pool.free, picked: lanes.line.pick() }))
    if (picks.length === 0) {
      this.#noteIfEmpty()
      return this.#untilNext(now)
    }
    const result = await this.#claim(
      picks.map(({ lanes, limit, picked }) => this.#request(lanes.pool, limit, picked)),
    ).catch((error) => {
      // nothing is known of these lanes: they must not look empty
      for (const { lanes, picked } of picks) lanes.line.warm(idsOf(picked))
      throw error
    })
    // all that came is offered before anything else can fail: what is claimed and forgotten would be held for ever
    const slow = picks.filter((pick) => this.#take(pick.lanes, pick, result))
    for (const { lanes, picked } of slow) await this.#awaitRate(lanes, picked, result)
    this.#noteIfEmpty()
    if (result.passed.length > 0 && result.claimed.length === 0) return passedRetryMs
    return this.#untilNext(performance.now())
  }

  /** Sees all lanes that this worker can serve: it takes only the types and versions it knows. */
  async #scan(now: number): Promise<void> {
    const queues = this.#pools.map(({ pool }) => pool.options.queue)
    const unknown = this.#unknown
    this.#unknown = new Set()
    const lanes = await lanesOfQueues(this.#options.runner, queues)
    for (const lane of lanes) this.#lanes.set(lane.id, lane)
    for (const id of unknown) if (!this.#lanes.has(id)) this.#foreign.add(id)
    for (const { pool, line, alone } of this.#pools) {
      const mine = lanes.filter((lane) => lane.queue === pool.options.queue && this.#serves(lane))
      line.replace(mine.filter((lane) => lane.place !== 'alone'))
      alone.replace(mine.filter((lane) => lane.place === 'alone'))
      line.warmAll()
      alone.warmAll()
    }
    // told of meanwhile: this look may have come too early for it
    this.#nextScanAt = this.#unknown.size > 0 ? 0 : now + this.#options.pollMs
    this.#scannedAt = now
    this.#broughtNothing = true
    for (const { line, notBefore } of this.#pools) if (notBefore > now) await this.#coolEmpty(line)
  }

  /** What cannot be claimed for now is asked, or an empty line would look as if it had work until its rate allows a claim. */
  async #coolEmpty(line: HotLanes): Promise<void> {
    const { hot } = line
    const waiting = new Set(await lanesWithWork(this.#options.runner, hot))
    line.cool(hot.filter((id) => !waiting.has(id)))
  }

  #noteIfEmpty(): void {
    if (this.#broughtNothing && !this.#anyHot()) this.emptyAt = this.#scannedAt
  }

  #serves(lane: Lane): boolean {
    const definition = this.#options.definitions.get(lane.type)
    return definition !== undefined && knowsVersion(definition, lane.version)
  }

  async #claim(pools: readonly ClaimPool[]): Promise<ClaimResult> {
    this.#claims++
    const result = await claim(this.#options.runner, { worker: this.#options.workerId(), claim: this.#claims, pools })
    if (result.claimed.length > 0) this.#broughtNothing = false
    return result
  }

  /** Offers what came to its pool. True: its start rate may be used up, which has to be asked. */
  #take(
    { pool, line }: PoolLanes,
    pick: { limit: number; free: number; picked: readonly { id: number }[] },
    result: ClaimResult,
  ): boolean {
    const ids = new Set(idsOf(pick.picked))
    const claimed = result.claimed.filter(({ lease }) => ids.has(lease.lane))
    const attempts = claimed.flatMap((lane) => this.#attempts(lane))
    if (claimed.length > 1) attempts.sort((a, b) => a.row.place - b.row.place)
    line.warm(result.passed.filter((id) => ids.has(id)))
    // fewer than wanted: that was the rest of a window, and a newer one may have more. Only an empty answer is an empty lane.
    line.warm(attempts.length >= pick.limit ? ids : claimed.map(({ lease }) => lease.lane))
    const { events } = this.#options
    if (attempts.length > 0 && events.heard('job.claim')) {
      const ahead = Math.max(0, attempts.length - pick.free)
      events.emit('job.claim', { count: attempts.length, ahead, queue: pool.options.queue })
    }
    const open = attempts.filter((attempt) => this.#open(attempt))
    if (open.length > 0) {
      this.offeredAt = performance.now()
      pool.offer(open)
    }
    return attempts.length < pick.limit && pool.options.startRate !== undefined
  }

  /** Fewer than wanted from a queue with a start rate: either the rate is used up, or its line is empty. */
  async #awaitRate(lanes: PoolLanes, picked: readonly { id: number }[], { claimed }: ClaimResult): Promise<void> {
    const { queue, startRate } = lanes.pool.options
    const ids = new Set(idsOf(picked))
    const some = claimed.some(({ lease }) => ids.has(lease.lane))
    // until the answers are there they may have work
    lanes.line.warm(ids)
    const ms = await untilNextStart(this.#options.runner, queue, startRate!)
    if (ms > 0) lanes.notBefore = performance.now() + ms
    // a line that is empty need not wait for the rate: whoever drains would wait with it
    const waiting = ms > 0 ? await lanesWithWork(this.#options.runner, [...ids]) : some ? [...ids] : []
    lanes.line.cool([...ids].filter((id) => !waiting.includes(id)))
  }

  /** Suspects run one at a time with nothing beside them, so the worker takes no other work until they are through. */
  async #claimAlone(): Promise<number> {
    // woken when the last one ends; another worker may take the suspect before that
    if (this.#busy) return this.#options.pollMs
    const { pool, alone } = this.#pools.find((lanes) => lanes.alone.anyHot)!
    const picked = alone.pick()
    const result = await this.#claim([this.#request(pool, 1, picked)]).catch((error) => {
      alone.warm(idsOf(picked))
      throw error
    })
    alone.warm(result.passed)
    const [attempt] = result.claimed.flatMap((claimed) => this.#attempts(claimed))
    if (attempt === undefined) return result.passed.length > 0 ? passedRetryMs : 0
    alone.warm(idsOf(picked))
    if (this.#open(attempt)) await this.#options.runAlone(pool, attempt)
    return 0
  }

  /** A busy worker asks before it lets its slots run empty for a suspect: the lanes of old suspects stay for ever. */
  async #suspectWaits(): Promise<boolean> {
    const hot = this.#pools.flatMap(({ alone }) => alone.hot)
    if (hot.length === 0 || !this.#busy) return hot.length > 0
    const waiting = new Set(await lanesWithWork(this.#options.runner, hot))
    for (const { alone } of this.#pools) alone.cool(hot.filter((id) => !waiting.has(id)))
    return waiting.size > 0
  }

  get #busy(): boolean {
    return this.#options.pools.some((pool) => pool.busy)
  }

  #anyHot(): boolean {
    return this.#pools.some(({ line, alone }) => line.anyHot || alone.anyHot)
  }

  #attempts({ lease, attempts }: Claimed): Attempt[] {
    const open: OpenLease = { ...lease, open: attempts.length }
    const lane = this.#lanes.get(lease.lane)!
    const definition = this.#definition(lane.id)
    const now = performance.now()
    this.#options.onLease(open)
    return attempts.map((row) => new Attempt(row, definition, lane, open, now))
  }

  #open(attempt: Attempt): boolean {
    const { settled, parked } = attempt.row
    if (!settled && !parked) return true
    this.#options.onSettledInLine(attempt)
    if (parked) this.#options.events.emit('job.park', { ...attempt.about, group: attempt.group! })
    return false
  }

  #request(pool: Pool, limit: number, picked: readonly LanePick[]): ClaimPool {
    const { queue, startRate } = pool.options
    const lanes = picked.map((pick) => ({ ...pick, groupConcurrency: this.#definition(pick.id).groupConcurrency }))
    return { queue, limit, free: pool.free, startRate, lanes }
  }

  #definition(lane: number): JobDefinition {
    return this.#options.definitions.get(this.#lanes.get(lane)!.type)!
  }

  #untilNext(now: number): number {
    let due = this.#nextScanAt
    for (const { pool, line, notBefore } of this.#pools) {
      if (line.anyHot && pool.wanted() > 0) due = Math.min(due, notBefore)
    }
    return Math.max(0, due - now)
  }
}

function idsOf(picked: readonly { readonly id: number }[]): number[] {
  return picked.map(({ id }) => id)
}
