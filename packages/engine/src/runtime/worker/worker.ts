import { PawlError, ShutdownError } from '../../errors.ts'
import { ping } from '../../postgres/ping.ts'
import type { SettlingWorker } from '../../postgres/settle.ts'
import { Service } from '../service.ts'
import { giveBackPass } from '../sources/give-back-pass.ts'
import type { Attempt } from './attempt.ts'
import { BatchRunner } from './batch-runner.ts'
import type { Claimer } from './claimer.ts'
import { ConnectionWatch } from './connection-watch.ts'
import { HeldAttempts } from './held-attempts.ts'
import { HeldWatch } from './held-watch.ts'
import type { Intake } from './intake.ts'
import { makeAttemptRunner } from './make-attempt-runner.ts'
import { makeClaimer } from './make-claimer.ts'
import { Pool } from './pool.ts'
import { ProgressWriter } from './progress-writer.ts'
import { Settler } from './settler.ts'
import type { SlotView } from './slot.ts'
import type { Standby } from './standby.ts'
import { WorkerIdentity } from './worker-identity.ts'
import type { WorkerParts } from './worker-parts.ts'

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
  readonly #heldWatch: HeldWatch
  readonly #intake: Intake
  readonly #standby: Standby
  readonly #claimer: Claimer
  readonly #connections: ConnectionWatch
  readonly #claiming: Service
  readonly #watching: Service
  #handedBack = 0
  #unfit = false
  #stopping = false

  constructor(parts: WorkerParts) {
    this.#parts = parts
    const { events, settings, settles, runner, lanes } = parts
    const queues = [...parts.queues.keys()]
    this.#identity = new WorkerIdentity({
      ...{ url: parts.url, runner, settings, queues, held: this.#held, events },
      standings: () => this.#standby.leases,
    })
    const worker = () => this.#identity.current
    const { pollMs } = settings
    this.#heldWatch = new HeldWatch({ runner: settles, held: this.#held, identity: this.#identity, events, pollMs })
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
    this.#connections = new ConnectionWatch({
      ...{ events, worker: () => worker().name },
      probe: () => Promise.all([parts.commits.probe(), ping(runner)]),
    })
    const attempts = makeAttemptRunner(parts, {
      ...{ worker, progress, onFatal: (error) => this.#becomeUnfit(error) },
      onNoConnection: (error) => this.#connections.lost(error),
    })
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
    const { intake, standby, claimer } = makeClaimer(parts, {
      ...{ workerId: () => worker().id, pools: this.#pools, held: this.#held },
      mayStart: () => !(this.#stopping || this.#unfit || this.#settler.isBehind || this.#connections.isLost),
      releaseBuffers: () => this.#handBackBuffers(() => true),
      wake: () => this.#claiming.wake(),
      handBack: (attempt) => this.#handBack([attempt]),
      letGo: (attempt) => this.#letGo(attempt),
    })
    this.#intake = intake
    this.#standby = standby
    this.#claimer = claimer
    this.#claiming = new Service('claimer', events, () => this.#claimOnce())
    this.#watching = new Service('watch', events, () => this.#watchOnce())
  }

  get slots(): readonly SlotView[] {
    return this.#pools.flatMap((pool) => pool.slots)
  }

  get services(): readonly Service[] {
    return [this.#claiming, this.#watching]
  }

  /** Who it is, while it is registered. */
  get registered(): SettlingWorker | undefined {
    return this.#identity.isRegistered ? this.#identity.current : undefined
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

  /** PostgreSQL answers again: what waits to retry need not wait any longer. */
  retry(): void {
    this.#claiming.retry()
    this.#watching.retry()
  }

  /** Lanes have new work. */
  wake(payload: string): void {
    if (this.#claimer.notify(payload)) this.#claiming.wake()
  }

  /** A job was handed to it. */
  handed(payload: string): void {
    if (this.#identity.isRegistered) this.#standby.handed(payload)
  }

  /** Something has changed about a source: whether it may be called is asked again. */
  sourceChanged(name: string): void {
    this.#claimer.sourceChanged(name)
    this.#claiming.wake()
  }

  /** Jobs were cancelled: those that run here learn it through their signal. */
  cancelled(payload: string): void {
    this.#heldWatch.abortCancelled(payload.split(',').map(Number))
  }

  /** The server may have forgotten claims: they are not synced. */
  doubtLeases(): void {
    this.#heldWatch.doubtLeases()
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
      if (this.#held.busy || this.#intake.offeredAt >= now) return false
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    return this.#intake.offeredAt < since && !this.#held.busy
  }

  /** Finishes what runs within the grace period, hands the rest back, and leaves. */
  async stop(grace: Promise<unknown>): Promise<void> {
    this.#stopping = true
    // the claimer's turn may wait for the window of a suspect, so that turn has the grace period too
    const claimed = this.#claiming.stop()
    await this.#watching.stop()
    // now, so that others get what comes while it finishes
    if (this.#identity.isRegistered) await Promise.race([grace, this.#standby.leave()])
    await Promise.race([grace, claimed])
    this.#handBackBuffers(() => true)
    await Promise.race([grace, this.#whenNothingRuns()])
    this.#cutOff()
    await claimed
    if (this.#identity.isRegistered) await this.#standby.leave()
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
    if (!this.#identity.isRegistered) await this.#registerAgain()
    const waitMs = await this.#connections.untilClaim()
    if (waitMs > 0) return waitMs
    try {
      return await this.#claimer.runOnce()
    } catch (error) {
      if ((error as { code?: unknown }).code !== givenUp) throw error
      await this.#identity.lost(this.#identity.current.id)
      return 0
    }
  }

  async #registerAgain(): Promise<void> {
    this.#standby.forget()
    await this.#identity.register()
    this.#parts.onRegistered()
  }

  /** What runs for longer, and work hoarded behind slow handlers. */
  async #watchOnce(): Promise<number> {
    const now = performance.now()
    const delayMs = await this.#heldWatch.runOnce(now)
    this.#handBackBuffers((pool) => pool.hoards(now, hoardLimitMs))
    return delayMs
  }

  #handBackBuffers(which: (pool: Pool) => boolean): void {
    for (const pool of this.#pools.filter(which)) this.#handBack(pool.takeBuffer())
  }

  #handBack(attempts: readonly Attempt[]): void {
    this.#handedBack += attempts.length
    for (const attempt of attempts) this.#settler.add(attempt, { kind: 'handBack' }, 0)
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
