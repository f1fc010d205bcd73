import type { JobDefinition } from '../../job/job-definition.ts'
import { knowsVersion } from '../../job/version.ts'
import { type ClaimPool, type ClaimResult, claim } from '../../postgres/claim.ts'
import type { Lane } from '../../postgres/lanes.ts'
import type { Runner } from '../../postgres/runner.ts'
import type { ClaimOrigin } from '../../postgres/steady-sessions.ts'
import type { Attempt } from './attempt.ts'
import { Gates } from './gates.ts'
import { HotLanes } from './hot-lanes.ts'
import type { Intake } from './intake.ts'
import type { KnownLanes } from './known-lanes.ts'
import { mostOfOneClaim } from './most-of-one-claim.ts'
import type { Pool } from './pool.ts'
import { idsOf, type PoolLanes, type PoolPick } from './pool-lanes.ts'
import type { Quarantine } from './quarantine.ts'
import type { Standby } from './standby.ts'
import { awaitRate, coolEmpty } from './waiting-lanes.ts'

export type ClaimerOptions = {
  readonly runner: Runner
  /** Statements are prepared on a session of our own: what a short claim needs to be short. */
  readonly prepared: boolean
  /** The one that the claims' connection is to, while there is one. */
  readonly server: () => string | undefined
  readonly workerId: () => string
  readonly nextClaim: () => number
  readonly lanes: KnownLanes
  readonly intake: Intake
  readonly standby: Standby
  readonly definitions: ReadonlyMap<string, JobDefinition>
  readonly pools: readonly Pool[]
  /** How often all lanes are looked at, notified or not. */
  readonly pollMs: number
  readonly quarantine: Quarantine
  /** Says in the database what the code wants of these sources. */
  readonly declareSources: (names: Iterable<string>) => Promise<void>
}

type Brought = ClaimResult & { readonly origin: ClaimOrigin | undefined }

/** A drain waits so long for a source, and leaves what has to wait for longer. */
const longestWaitMs = 65_000

/** A lane that another claim holds is free again within about this time … */
const passedRetryMs = 3
/** … and one that an enqueue hands a job over in when that has committed, which may take a disk or a replica long. */
const maxPassedRetryMs = 100

/** Claims attempts for all pools of a worker at once. `runOnce` is one round trip; it returns when the next one is due. */
export class Claimer {
  readonly #options: ClaimerOptions
  readonly #pools: readonly PoolLanes[]
  readonly #gates: Gates
  readonly #lanes: KnownLanes
  /** Queues whose jobs run several at a time. */
  readonly #batched: ReadonlySet<string>
  #nextScanAt = 0
  #scannedAt = 0
  #broughtNothing = false
  #passedRetryMs = passedRetryMs
  /** The last claim found nothing. */
  #idle = false
  /** When the last look at all lanes that brought nothing began. */
  emptyAt = 0

  constructor(options: ClaimerOptions) {
    this.#options = options
    this.#batched = new Set(options.pools.filter((pool) => pool.options.batch > 1).map((pool) => pool.options.queue))
    this.#lanes = options.lanes
    this.#gates = new Gates({ runner: options.runner, declare: options.declareSources })
    this.#pools = options.pools.map((pool) => {
      const most = mostOfOneClaim(options.definitions.values(), pool.options.queue)
      return { pool, line: new HotLanes(this.#gates), alone: new HotLanes(this.#gates), most, notBefore: 0 }
    })
  }

  /** Lanes have new work: their ids, or '*' for all. Unknown ones are looked up by a scan. */
  notify(payload: string): boolean {
    if (payload === '*') this.#nextScanAt = 0
    const ids = payload === '*' ? [] : payload.split(',').map(Number)
    if (this.#lanes.areNews(ids)) this.#nextScanAt = 0
    for (const { line, alone } of this.#pools) {
      line.warm(ids)
      alone.warm(ids)
    }
    return this.#nextScanAt === 0 || this.#anyHot()
  }

  /** Something has changed about a source: whether it may be called is asked again. */
  sourceChanged(source: string): void {
    this.#gates.forget(source)
  }

  async runOnce(): Promise<number> {
    const beganAt = performance.now()
    if (beganAt >= this.#nextScanAt) await this.#scan(beganAt)
    await this.#runSuspect(beganAt)

    // the window of a suspect may have been long
    const now = performance.now()
    const picks: PoolPick[] = []
    for (const lanes of this.#pools) {
      const { pool, line } = lanes
      const wanted = lanes.notBefore > now ? 0 : Math.min(lanes.most, pool.wanted())
      const { free } = pool
      if (wanted === 0 || line.opensAt(now, free) > now) continue
      const { lanes: picked, most } = line.pick(now, free)
      picks.push({ lanes, limit: Math.min(wanted, most), free, picked })
    }
    if (picks.length === 0) {
      this.#noteIfEmpty()
      if (this.#options.standby.dueIn(now) === 0) await this.#options.standby.standBy()
      return this.#untilNext(now)
    }
    const result = await this.#claimFrom(picks).catch((error) => {
      // nothing is known of these lanes: they must not look empty
      for (const { lanes, picked } of picks) lanes.line.warm(idsOf(picked))
      throw error
    })
    this.#noteIfEmpty()
    return this.#untilPassed(result) ?? this.#untilNext(performance.now())
  }

  /** Twice as long each time, while all that comes back is that lanes are held. Undefined: that is not so. */
  #untilPassed({ passed, claimed }: ClaimResult): number | undefined {
    const delayMs = this.#passedRetryMs
    const isHeld = passed.length > 0 && claimed.length === 0
    this.#passedRetryMs = isHeld ? Math.min(maxPassedRetryMs, 2 * delayMs) : passedRetryMs
    return isHeld ? delayMs : undefined
  }

  async #claimFrom(picks: readonly PoolPick[]): Promise<ClaimResult> {
    const result = await this.#claim(picks.map((pick) => this.#request(pick)))
    // all that came is offered before anything else can fail: what is claimed and forgotten would be held for ever
    const slow = picks.filter((pick) => this.#take(pick, result))
    for (const { lanes, picked } of slow) await awaitRate(this.#options.runner, lanes, idsOf(picked), result)
    for (const lane of result.onlyForSlots) this.#gates.onlyForSlots(this.#lanes.get(lane).source)
    if (result.gated.length > 0) await this.#closeGates(result.gated)
    return result
  }

  /** Sees all lanes that this worker can serve: it takes only the types and versions it knows. */
  async #scan(now: number): Promise<void> {
    const { runner } = this.#options
    const queues = this.#pools.map(({ pool }) => pool.options.queue)
    // before it looks: what is told of meanwhile asks for another look
    this.#nextScanAt = now + this.#options.pollMs
    const { lanes, isHanded } = await this.#look(queues).catch((error) => {
      this.#nextScanAt = 0
      throw error
    })
    for (const { pool, line, alone } of this.#pools) {
      const mine = lanes.filter((lane) => lane.queue === pool.options.queue && this.#serves(lane))
      line.replace(mine.filter((lane) => lane.place !== 'alone'))
      alone.replace(mine.filter((lane) => lane.place === 'alone'))
      line.warmAll()
      alone.warmAll()
    }
    this.#scannedAt = now
    this.#broughtNothing = !isHanded
    for (const { line, notBefore } of this.#pools) if (notBefore > now) await coolEmpty(runner, [line], line.hot)
    for (const lanes of this.#hotLanes) await coolEmpty(runner, [lanes], lanes.closed(now))
  }

  async #look(queues: readonly string[]): Promise<{ readonly lanes: Lane[]; readonly isHanded: boolean }> {
    const lanes = await this.#lanes.look(queues)
    await this.#gates.look(lanes)
    return { lanes, isHanded: await this.#options.standby.look() }
  }

  #noteIfEmpty(): void {
    const soon = performance.now() + longestWaitMs
    const waits = this.#hotLanes.some((lanes) => lanes.opensAt(soon) <= soon)
    if (this.#broughtNothing && !waits) this.emptyAt = this.#scannedAt
  }

  #serves(lane: Lane): boolean {
    const definition = this.#options.definitions.get(lane.type)
    return definition !== undefined && knowsVersion(definition, lane.version)
  }

  async #claim(pools: readonly ClaimPool[]): Promise<Brought> {
    this.#gates.ask()
    const { runner, server, workerId, nextClaim, standby } = this.#options
    // before it is sent: what is there then is there for the whole of it
    const origin = { server: server(), askedAt: performance.now() }
    // jobs that came together run together
    const first = this.#idle && !this.#batched.has(pools[0]!.queue) ? this.#lanes.bounds : undefined
    const result = await claim(runner, { worker: workerId(), claim: nextClaim(), first, pools })
    standby.claimed(result.claimed.map(({ lease }) => lease))
    this.#idle = result.claimed.length === 0
    if (!this.#idle) this.#broughtNothing = false
    // it may have taken two statements, and the second gone to another server
    return { ...result, origin: server() === origin.server ? origin : undefined }
  }

  /** Offers what came to its pool. True: its start rate may be used up, which has to be asked. */
  #take(pick: PoolPick, result: Brought): boolean {
    const { pool, line } = pick.lanes
    const ids = new Set(idsOf(pick.picked))
    const claimed = result.claimed.filter(({ lease }) => ids.has(lease.lane))
    const { intake, prepared } = this.#options
    const attempts = claimed.flatMap((lane) => intake.attempts(lane, result.origin))
    if (claimed.length > 1) attempts.sort((a, b) => a.row.place - b.row.place)
    line.warm([...result.passed, ...result.onlyForSlots].filter((id) => ids.has(id)))
    // fewer than wanted: that was the rest of a window, and a newer one may have more. Only an empty answer is an empty lane.
    const lanes = new Set(claimed.map(({ lease }) => lease.lane))
    const isFull = attempts.length >= pick.limit
    // through a pooler nobody tells of what comes into a lane that rests
    const mayHaveMore = prepared ? line.mayHaveMore(pick.picked, lanes) : ids
    line.took(pick.picked, lanes, isFull)
    line.warm(isFull ? mayHaveMore : line.alike([...lanes], ids))
    intake.offer(pool, intake.open(attempts, { queue: pool.options.queue, free: pick.free }))
    return attempts.length < pick.limit && pool.options.startRate !== undefined
  }

  /** Those that have work are claimed from again when their source may be called. */
  async #closeGates(gated: ClaimResult['gated']): Promise<void> {
    const now = performance.now()
    const ids = gated.map(({ lane }) => lane)
    for (const { lane, waitMs } of gated) this.#gates.close(this.#lanes.get(lane).source, now, waitMs)
    await coolEmpty(this.#options.runner, this.#hotLanes, ids)
  }

  async #runSuspect(now: number): Promise<void> {
    const { quarantine } = this.#options
    if (quarantine.opensAt(now) > now) return
    const pools = this.#isSuspectHot(now) ? await this.#poolsWithSuspects(now) : []
    if (pools.length > 0 || quarantine.isPending) await quarantine.runOnce(pools)
  }

  /** Asked before a worker reserves the quarantine: the lanes of old suspects stay for ever. */
  async #poolsWithSuspects(now: number): Promise<Pool[]> {
    for (const { alone } of this.#pools) await coolEmpty(this.#options.runner, [alone], alone.hot)
    return this.#pools.filter(({ alone }) => alone.anyHot && alone.opensAt(now) <= now).map(({ pool }) => pool)
  }

  /** Claims a suspect. */
  async claimSuspect(pool: Pool): Promise<Attempt | undefined> {
    const lanes = this.#pools.find((each) => each.pool === pool)!
    const { alone } = lanes
    const { lanes: picked } = alone.pick(performance.now(), 1)
    if (picked.length === 0) return undefined
    const result = await this.#claim([this.#request({ lanes, limit: 1, free: pool.free, picked })]).catch((error) => {
      alone.warm(idsOf(picked))
      throw error
    })
    alone.warm(result.claimed.length > 0 ? idsOf(picked) : result.passed)
    if (result.gated.length > 0) await this.#closeGates(result.gated)
    const { intake } = this.#options
    const [attempt] = result.claimed.flatMap((claimed) => intake.attempts(claimed, result.origin))
    if (attempt === undefined || !intake.isOpen(attempt)) return undefined
    intake.offeredAt = performance.now()
    return attempt
  }

  /** The quarantine lanes that may have work. */
  get suspectLanes(): number[] {
    return this.#pools.flatMap(({ alone }) => alone.hot)
  }

  #isSuspectHot(now: number): boolean {
    return this.#pools.some(({ alone }) => alone.anyHot && alone.opensAt(now) <= now)
  }

  get #hotLanes(): HotLanes[] {
    return this.#pools.flatMap(({ line, alone }) => [line, alone])
  }

  #anyHot(): boolean {
    return this.#pools.some(({ line, alone }) => line.anyHot || alone.anyHot)
  }

  #request({ lanes: { pool }, limit, free, picked }: PoolPick): ClaimPool {
    const { queue, startRate } = pool.options
    const lanes = picked.map((pick) => {
      const { groupConcurrency } = this.#options.intake.definition(pick.id)
      return { ...pick, groupConcurrency, source: this.#lanes.get(pick.id).source }
    })
    return { queue, limit, free, startRate, lanes }
  }

  #untilNext(now: number): number {
    let due = Math.min(this.#nextScanAt, now + this.#options.standby.dueIn(now))
    for (const { pool, line, alone, notBefore } of this.#pools) {
      if (pool.wanted() > 0) due = Math.min(due, Math.max(notBefore, line.opensAt(now, pool.free)))
      if (alone.anyHot) due = Math.min(due, Math.max(alone.opensAt(now), this.#options.quarantine.opensAt(now)))
    }
    return Math.max(0, due - now)
  }
}
