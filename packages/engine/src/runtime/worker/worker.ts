import type pg from 'pg'
import { CancelledError, LeaseLostError, PawlError, ShutdownError } from '../../errors.ts'
import type { ErrorClassifier } from '../../job/classify-error.ts'
import type { JobDefinition } from '../../job/job-definition.ts'
import type { Tracing } from '../../job/tracing.ts'
import type { Runner } from '../../postgres/runner.ts'
import { findOutcomes, lostLeases } from '../../postgres/settle.ts'
import { recordSuspect } from '../../postgres/workers.ts'
import type { Enqueuer } from '../enqueuer.ts'
import type { Events } from '../events.ts'
import type { LaneBook } from '../lane-book.ts'
import type { QueueSettings, Registry } from '../registry.ts'
import { Service } from '../service.ts'
import { giveBackPass } from '../sources/give-back-pass.ts'
import type { SourceParts } from '../sources/source-parts.ts'
import type { Attempt } from './attempt.ts'
import { BatchRunner } from './batch-runner.ts'
import { Claimer } from './claimer.ts'
import { HeldAttempts } from './held-attempts.ts'
import { makeAttemptRunner } from './make-attempt-runner.ts'
import { Pool } from './pool.ts'
import { ProgressWriter } from './progress-writer.ts'
import { Settler } from './settler.ts'
import type { SlotView } from './slot.ts'
import { WorkerIdentity } from './worker-identity.ts'
import type { WorkerSettings } from './worker-options.ts'

export type WorkerParts = {
  readonly url: string
  readonly prepare: boolean
  readonly claims: Runner
  readonly settles: Runner
  readonly runner: Runner
  readonly commits: pg.Pool
  readonly definitions: ReadonlyMap<string, JobDefinition>
  readonly queues: ReadonlyMap<string, QueueSettings>
  readonly settings: WorkerSettings
  readonly events: Events
  readonly lanes: LaneBook
  readonly enqueuer: Enqueuer
  readonly sources: SourceParts
  readonly registry: Pick<Registry, 'definition'>
  readonly classify: ErrorClassifier | undefined
  readonly tracing: Tracing | undefined
  readonly fenced: boolean
  readonly onLater: (delayMs: number) => void
  readonly onSettled: (jobPosition: number) => void
}

const progressMs = 500
/** What was claimed ahead for fast handlers and then waits this long behind slow ones goes back. */
const hoardLimitMs = 1_000
/** A claim refused because the worker was given up. */
const givenUp = 'PW002'

/** One process with pools, a row in the database and a heartbeat. */
export class Worker {
  readonly #parts: WorkerParts
  readonly #held = new HeldAttempts()
  readonly #identity: WorkerIdentity
  readonly #pools: readonly Pool[]
  readonly #settler: Settler
  readonly #claimer: Claimer
  readonly #claiming: Service
  readonly #watching: Service
  #handedBack = 0
  #leasesInDoubt = false
  #unfit = false
  #stopping = false
  #published = new Set<Attempt>()

  constructor(parts: WorkerParts) {
    this.#parts = parts
    const { events, settings, settles, runner, lanes } = parts
    const queues = [...parts.queues.keys()]
    this.#identity = new WorkerIdentity({ url: parts.url, runner, settings, queues, held: this.#held, events })
    const worker = () => this.#identity.current
    const progress = new ProgressWriter(runner, worker, events, progressMs)
    this.#settler = new Settler({
      runner: settles,
      worker,
      lanes,
      events,
      onSettled: (attempt) => {
        this.#letGo(attempt)
        parts.onSettled(attempt.jobPosition)
      },
      onLater: parts.onLater,
      onCaughtUp: () => this.#claiming.wake(),
    })
    const attempts = makeAttemptRunner(parts, { worker, progress, onFatal: (error) => this.#becomeUnfit(error) })
    const batches = new BatchRunner(attempts, parts.tracing)
    this.#pools = [...parts.queues].map(
      ([queue, { concurrency, startRate, batch }]) =>
        new Pool({
          ...{ queue, concurrency, startRate, batch },
          runner: attempts,
          batches,
          settler: this.#settler,
          events,
          errorCheckMs: settings.slotCheckMs,
          onHungry: () => this.#claiming.wake(),
          beforeSettle: (attempt) => progress.end(attempt),
        }),
    )
    this.#held.watch(this.#pools)
    this.#claimer = new Claimer({
      runner: parts.claims,
      prepared: parts.prepare,
      workerId: () => worker().id,
      definitions: parts.definitions,
      pools: this.#pools,
      events,
      pollMs: settings.pollMs,
      onLease: (lease) => this.#held.opened(lease),
      runAlone: (pool, attempt) => this.#runAlone(pool, attempt),
      onSettledInLine: (attempt) => this.#letGo(attempt),
      declareSources: (names) => parts.sources.book.declare(names),
    })
    this.#claiming = new Service('claimer', events, () => this.#claimOnce())
    this.#watching = new Service('watch', events, () => this.#watchOnce())
  }

  get slots(): readonly SlotView[] {
    return this.#pools.flatMap((pool) => pool.slots)
  }

  async start(): Promise<void> {
    await this.#identity.register()
    if (this.#stopping) return
    this.#claiming.start()
    this.#watching.start()
  }

  /** Why it cannot take all that is in line, if that is so. */
  get unable(): PawlError | undefined {
    if (this.#unfit)
      return new PawlError('unfit', 'a handler has found its process unfit, so it takes no more jobs: some may be left')
    const deaf = this.#pools.find((pool) => pool.isDeaf)
    if (deaf === undefined) return undefined
    return new PawlError(
      'deaf-handlers',
      `all slots of the queue '${deaf.options.queue}' are held by handlers that ignore their abort: jobs may be left`,
    )
  }

  /** Lanes have new work. */
  wake(payload: string): void {
    if (this.#claimer.notify(payload)) this.#claiming.wake()
  }

  /** Something has changed about a source: whether it may be called is asked again. */
  sourceChanged(name: string): void {
    this.#claimer.sourceChanged(name)
    this.#claiming.wake()
  }

  /** Jobs were cancelled: those that run here learn it through their signal. */
  cancelled(payload: string): void {
    this.#abortCancelled(payload.split(',').map(Number))
  }

  /** The server may have forgotten claims: they are not synced. */
  doubtLeases(): void {
    this.#leasesInDoubt = true
    this.#watching.wake()
  }

  /** Resolves when nothing runs and all is written, both at once. */
  async quiet(): Promise<void> {
    do {
      await this.#whenNothingRuns()
      await this.#settler.idle()
    } while (this.#held.busy || this.#settler.busy)
  }

  /** Looks at all lanes once more. True: they are empty, and nothing has run since that instant of the steady clock. */
  async isIdle(since: number): Promise<boolean> {
    const now = performance.now()
    this.wake('*')
    while (this.#claimer.emptyAt < now) {
      if (this.#stopping || this.unable !== undefined) return false
      // a job may have come and ended between two looks
      if (this.#held.busy || this.#claimer.offeredAt >= now) return false
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    return this.#claimer.offeredAt < since && !this.#held.busy
  }

  /** Finishes what runs within the grace period, hands the rest back, and leaves. */
  async stop(grace: Promise<unknown>): Promise<void> {
    this.#stopping = true
    // a suspect runs inside of the claimer's turn, so that turn has the grace period too
    const claimed = this.#claiming.stop()
    await this.#watching.stop()
    await Promise.race([grace, claimed])
    this.#handBackBuffers(() => true)
    await Promise.race([grace, this.#whenNothingRuns()])
    this.#cutOff()
    await claimed
    // what a claim that was under way has brought
    this.#cutOff()
    await this.#whenNothingRuns()
    await this.#settler.idle()
    await this.#identity.leave()
    const { name } = this.#identity
    if (name !== undefined) this.#parts.events.emit('worker.stop', { worker: name, handedBack: this.#handedBack })
  }

  #letGo(attempt: Attempt): void {
    this.#held.settled(attempt)
    giveBackPass(this.#parts.sources.teller, attempt)
  }

  #cutOff(): void {
    this.#handBackBuffers(() => true)
    for (const attempt of this.#held.running) attempt.abort(new ShutdownError())
  }

  async #claimOnce(): Promise<number> {
    if (this.#unfit) return Number.POSITIVE_INFINITY
    if (!this.#identity.isRegistered) await this.#identity.register()
    try {
      return await this.#claimer.runOnce()
    } catch (error) {
      if ((error as { code?: unknown }).code !== givenUp) throw error
      await this.#identity.lost(this.#identity.current.id)
      return 0
    }
  }

  async #runAlone(pool: Pool, attempt: Attempt): Promise<void> {
    const { runner } = this.#parts
    const { id } = this.#identity.current
    try {
      if (!(await recordSuspect(runner, id, attempt.pos))) throw new LeaseLostError()
    } catch (error) {
      // it goes back, or this worker would hold it for as long as it lives
      this.#settler.add(attempt, { kind: 'handBack' }, 0)
      throw error
    }
    pool.offer([attempt])
    await this.#whenNothingRuns()
    await this.#settler.idle()
    if (this.#identity.isRegistered) await recordSuspect(runner, id, null)
  }

  /** Looks after what runs for longer: cancelled elsewhere, leases forgotten by a crash, work hoarded behind slow handlers. */
  async #watchOnce(): Promise<number> {
    const { settles, settings } = this.#parts
    if (this.#leasesInDoubt && this.#identity.isRegistered) {
      this.#leasesInDoubt = false
      const lost = await lostLeases(settles, this.#identity.current.id, this.#held.leases)
      if (lost.length > 0) this.#held.lose(lost)
    }
    const now = performance.now()
    const long = this.#held.running.filter(({ startedAt }) => now - startedAt! > settings.pollMs)
    if (long.length > 0) {
      const standing = await findOutcomes(
        settles,
        long.map(({ pos }) => pos),
      )
      const foreign = standing.filter((outcome) => outcome.worker !== this.#identity.current.id)
      this.#abortCancelled(foreign.filter(({ kind }) => kind === 'cancelled').map(({ pos }) => pos))
      this.#held.abort(new Set(foreign.map(({ pos }) => pos)), () => new LeaseLostError())
    }
    if (long.some((attempt) => !this.#published.has(attempt))) this.#identity.beat()
    this.#published = new Set(long)
    this.#handBackBuffers((pool) => pool.hoards(now, hoardLimitMs))
    return settings.pollMs / 2
  }

  #abortCancelled(positions: readonly number[]): void {
    for (const attempt of this.#held.abort(new Set(positions), () => new CancelledError())) {
      this.#parts.events.emit('job.abort', attempt.about)
    }
  }

  #handBackBuffers(which: (pool: Pool) => boolean): void {
    for (const pool of this.#pools.filter(which)) {
      const attempts = pool.takeBuffer()
      this.#handedBack += attempts.length
      for (const attempt of attempts) this.#settler.add(attempt, { kind: 'handBack' }, 0)
    }
  }

  async #whenNothingRuns(): Promise<void> {
    while (this.#held.busy) await new Promise((resolve) => setTimeout(resolve, 1))
  }

  #becomeUnfit(error: unknown): void {
    // a batch finds it as often as it has jobs
    if (this.#unfit) return
    this.#unfit = true
    this.#handBackBuffers(() => true)
    this.#parts.events.emit('worker.unfit', { worker: this.#identity.current.name, error })
  }
}
