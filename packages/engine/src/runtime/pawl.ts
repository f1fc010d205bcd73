import { checkFunction, refuseUnknownOptions } from '../check-options.ts'
import { checkDuration } from '../check-time.ts'
import { PawlError } from '../errors.ts'
import { type EnqueueOptions, noEnqueueOptions } from '../job/enqueue-options.ts'
import type { Enqueued } from '../job/enqueued.ts'
import type { BodyInput, JobDefinition } from '../job/job-definition.ts'
import { longestTimerMs } from '../longest-timer-ms.ts'
import type { EventCount } from '../postgres/event-counts.ts'
import type { AttemptView, JobView } from '../postgres/jobs.ts'
import { type MigrateOptions, type Migration, migrate, migrations } from '../postgres/migrate.ts'
import { searchPathAdvice } from '../postgres/search-path.ts'
import { transactionRunner } from '../postgres/transactions/transaction-runner.ts'
import type { CancelFilter, Cancellation } from './canceller.ts'
import { checkCancelFilter } from './check-cancel-filter.ts'
import { checkEventName } from './check-event-name.ts'
import { checkFilter } from './check-filter.ts'
import { type Definitions, definitionsOf } from './definitions.ts'
import type { Finding } from './diagnose.ts'
import { enqueueBatch, enqueueInBatches } from './enqueue-in-batches.ts'
import type { EraseFilter, EraseOptions, Erasure } from './eraser.ts'
import type { EventListener, EventName } from './events.ts'
import { checkPawlOptions, type PawlOptions } from './pawl-options.ts'
import { makePawlParts, makeRunning, type PawlInternals, type PawlParts } from './pawl-parts.ts'
import type { Repairs } from './repair-counts.ts'
import { awaitResult, type ResultOptions } from './results.ts'
import type { RunNowResult } from './run-now.ts'
import type { ServiceView } from './service.ts'
import type { SignalOptions } from './signals.ts'
import { StopLimit } from './stop-limit.ts'
import { makeViews, type Views } from './views.ts'
import { type WatchEvent, type WatchOptions, watchJob } from './watch-job.ts'
import type { SlotView } from './worker/slot.ts'
import { Working } from './working.ts'

const defaultFarewellMs = 5_000

/**
 * One process's door to Pawl: it enqueues, runs workers, and answers questions. Made by `createPawl`.
 *
 * @example
 * ```ts
 * const { id } = await pawl.enqueue(greet, { name: 'Ada' })
 * await pawl.drain({ keepOpen: true })
 * console.log((await pawl.job(id))?.status) // succeeded
 * ```
 */
export class Pawl {
  readonly deadLetters: Views['deadLetters']
  readonly jobs: Views['jobs']
  readonly operations: Views['operations']
  readonly definitions: Definitions
  readonly ledger: Views['ledger']
  readonly pipelines: Views['pipelines']
  readonly queues: Views['queues']
  readonly schedules: Views['schedules']
  readonly sources: Views['sources']
  readonly workers: Views['workers']
  readonly #options: PawlOptions
  readonly #parts: PawlParts
  readonly #views: Views
  readonly #working: Working
  readonly #farewellMs: number
  #stopping: { readonly limit: StopLimit; readonly done: Promise<void> } | undefined

  constructor(options: PawlOptions, internals: PawlInternals = {}) {
    checkPawlOptions(options)
    this.#options = options
    this.#parts = makePawlParts(options, internals, () => this.#working.doubtLeases())
    this.#farewellMs = this.#parts.settings.abortGraceMs + (internals.farewellMs ?? defaultFarewellMs)
    this.#views = makeViews(this.#parts, this.#parts.connections.reads)
    this.deadLetters = this.#views.deadLetters
    this.definitions = definitionsOf(options, this.#parts.registry)
    this.ledger = this.#views.ledger
    this.queues = this.#views.queues
    this.operations = this.#views.operations
    this.jobs = this.#views.jobs
    this.pipelines = this.#views.pipelines
    this.schedules = this.#views.schedules
    this.sources = this.#views.sources
    this.workers = this.#views.workers
    this.#working = new Working({
      prepare: () => this.#parts.untilAccepted().then(() => (options.migrate === false ? [] : this.migrate())),
      make: () => makeRunning(options, internals, this.#parts),
      graceMs: this.#parts.settings.shutdownGraceMs,
      farewellMs: this.#farewellMs,
    })
  }

  /** Calls the listener at each event of this name. Returns a function that takes it away again. */
  on<E extends EventName>(name: E, listener: EventListener<E>): () => void {
    checkEventName(name)
    checkFunction(`the listener of '${name}'`, listener)
    return this.#parts.events.on(name, listener)
  }

  /** Brings the schema up to date; returns what was applied. A dry run applies nothing and returns what would be. */
  async migrate(options: MigrateOptions = {}): Promise<readonly Migration[]> {
    refuseUnknownOptions('migrate', options, ['dryRun'])
    return migrate(this.#options.url, options, migrations(), (role) =>
      this.#parts.events.emit('schema.shadowed', { role, advice: searchPathAdvice(role) }),
    )
  }

  /** Looks at the schema, the clocks, what waits, vacuum, LISTEN, partitions and more, and says what is to be done. */
  doctor(): Promise<Finding[]> {
    return this.#parts.doctor.examine()
  }

  /** Blanks body, result and errors of jobs, as far as they have ended: see docs/retention.md. */
  async erase(filter: EraseFilter, options: EraseOptions = {}): Promise<Erasure> {
    if ('type' in filter)
      await checkFilter(this.#parts.connections.general, this.#parts.registry, { type: filter.type })
    return this.#parts.eraser.erase(filter, options)
  }

  /** Enqueues one job. When this resolves, or the caller's transaction commits, the job is durable. */
  async enqueue<D extends JobDefinition>(
    job: D,
    body: BodyInput<D>,
    options: EnqueueOptions<BodyInput<D>> = noEnqueueOptions,
  ): Promise<Enqueued> {
    this.#refuseWhenClosed()
    const definition = this.#parts.registry.definitionOf('enqueue', job)
    if (options?.tx !== undefined) return (await this.enqueueMany(job, [body], options))[0]!
    const enqueued = await this.#parts.enqueuer.enqueue(definition, body, options)
    if (options.delayMs !== undefined) this.#working.later(options.delayMs)
    return enqueued
  }

  /** Enqueues jobs of one type, a thousand a round trip. In the caller's transaction it is all or nothing. */
  async enqueueMany<D extends JobDefinition>(
    job: D,
    bodies: readonly BodyInput<D>[],
    options: EnqueueOptions<BodyInput<D>> = {},
  ): Promise<Enqueued[]> {
    this.#refuseWhenClosed()
    const definition = this.#parts.registry.definitionOf('enqueueMany', job)
    const runner = options?.tx === undefined ? undefined : transactionRunner(options.tx)
    // all are checked before the first is written
    const jobs = await this.#parts.enqueuer.prepareMany(definition, bodies, options)
    const enqueued: Enqueued[] = []
    for (let i = 0; i < jobs.length; i += enqueueBatch) {
      enqueued.push(...(await this.#parts.enqueuer.write(runner, jobs.slice(i, i + enqueueBatch))))
    }
    return enqueued
  }

  /** Enqueues as many jobs as the source yields, in bounded memory. Each batch is durable before the next is read. */
  async enqueueStream<D extends JobDefinition>(
    job: D,
    bodies: Iterable<BodyInput<D>> | AsyncIterable<BodyInput<D>>,
    options: EnqueueOptions<BodyInput<D>> = {},
  ): Promise<{ accepted: number }> {
    this.#parts.registry.definitionOf('enqueueStream', job)
    return enqueueInBatches(bodies, (waiting) => this.enqueueMany(job, waiting, options))
  }

  /** Starts working: from here on this process runs jobs of all its queues. */
  async start(): Promise<void> {
    this.#refuseWhenClosed()
    return this.#working.start()
  }

  /**
   * Works until the line is empty, then stops: for cron and serverless. What waits for its time is left. With `keepOpen` it
   * only stops working, and can enqueue, answer and drain again. Rejects when jobs may be left that it cannot run: it was
   * stopped, a handler has declared its process unfit, or all slots of a queue are held by handlers that ignore their abort.
   */
  async drain(options: { readonly keepOpen?: boolean } = {}): Promise<void> {
    refuseUnknownOptions('drain', options, ['keepOpen'])
    this.#refuseWhenClosed()
    try {
      await this.#working.drain()
    } finally {
      if (options.keepOpen !== true) await this.stop()
    }
  }

  /**
   * Finishes what runs within the grace period, hands back the rest and closes all connections; with `keepOpen` none, so that it
   * answers and can start again. A second call hands back at once. Rejects when PostgreSQL is away for the whole time: then the
   * other workers take back what is left.
   */
  async stop(options: { readonly graceMs?: number; readonly keepOpen?: boolean } = {}): Promise<void> {
    refuseUnknownOptions('stop', options, ['graceMs', 'keepOpen'])
    const { graceMs = this.#parts.settings.shutdownGraceMs } = options
    checkDuration('stop: graceMs', graceMs, { max: longestTimerMs })
    if (options.keepOpen === true && this.#stopping === undefined) return this.#working.rest(graceMs)
    if (this.#stopping === undefined) {
      const limit = new StopLimit(graceMs + this.#farewellMs)
      this.#stopping = { limit, done: this.#stop(graceMs, limit) }
    } else {
      this.#stopping.limit.shorten(this.#farewellMs)
      void this.#working.stop(0).catch(() => {})
    }
    return this.#stopping.done
  }

  async #stop(graceMs: number, limit: StopLimit): Promise<void> {
    try {
      await limit.wait(this.#finish(graceMs))
    } finally {
      await Promise.all([this.#parts.watch.stop(), this.#parts.connections.close()])
    }
  }

  async #finish(graceMs: number): Promise<void> {
    await this.#working.stop(graceMs)
    await this.#parts.enqueuer.settled()
    await this.#parts.partitions.settled()
    await this.#parts.sources.close()
  }

  /** Cancels a job in any state, from any process. The answer says whether it had ended before, and how. */
  async cancel(id: string): Promise<Cancellation> {
    const [result] = await this.#parts.canceller.cancel([id])
    return result!
  }

  /** Cancels all jobs of a queue, of a type, or both, that have not ended. Returns how many. */
  async cancelMany(filter: CancelFilter): Promise<number> {
    checkCancelFilter(filter)
    await checkFilter(this.#parts.connections.general, this.#parts.registry, filter)
    return this.#parts.canceller.cancelMany(filter)
  }

  /**
   * Runs a job now that waits for its time: scheduled, deferred, or for its retry. One that has failed is replayed as a new job. Rejects
   * with the code `not-runnable` for any other, and says why.
   */
  runNow(id: string): Promise<RunNowResult> {
    return this.#parts.runNow.run(id)
  }

  /** A job as it is just now. */
  job(id: string): Promise<JobView | undefined> {
    return this.#views.job(id)
  }

  /** The newest job of a type with this key, whether it has ended or not. */
  jobByKey(job: JobDefinition, key: string): Promise<JobView | undefined> {
    return this.#views.jobByKey(job, key)
  }

  /** Each attempt of a job, the first one first. */
  attempts(id: string): Promise<AttemptView[]> {
    return this.#views.attempts(id)
  }

  /**
   * The same for a caller that may leave: when the signal fires, reads are cancelled in PostgreSQL and reject with the code
   * `read-cancelled`. Such reads are limited in number (`reads.waiting`).
   */
  reading(signal: AbortSignal): Views {
    return makeViews(this.#parts, this.#parts.connections.reads.until(signal))
  }

  /** Waits until a job has ended, in whichever process, and resolves with what its handler returned: see docs/results.md. */
  async result<T = unknown>(id: string, options?: ResultOptions): Promise<T> {
    this.#refuseWhenClosed()
    return (await awaitResult(this.#parts.watch, id, options)) as T
  }

  /** What happens to a job, in whichever process, until it has ended. */
  watch(id: string, options?: WatchOptions): AsyncGenerator<WatchEvent> {
    return watchJob(this.#parts.watch, id, options)
  }

  /** Sends an event to the jobs that wait for it, and keeps it for those that will: see docs/steps.md. */
  signal(event: string, payload?: unknown, options?: SignalOptions): Promise<{ woken: number }> {
    return this.#parts.signals.send(event, payload, options)
  }

  /** What happened in this process, counted by name and labels; of all processes: `pawl.workers.counts`. */
  get counts(): readonly EventCount[] {
    return this.#parts.events.counts.all()
  }

  /** What this process has repaired, by kind. In a healthy system all are 0: see docs/doctor.md. */
  get repairs(): Repairs {
    return this.#parts.repairs.all
  }

  /** The slots of this process: name, state, and the job that each one runs. */
  get slots(): readonly SlotView[] {
    return this.#working.slots
  }

  /** The background services of this process, once it has started: one that is late for long does not run. */
  get services(): readonly ServiceView[] {
    return this.#working.services
  }

  #refuseWhenClosed(): void {
    if (this.#stopping !== undefined)
      throw new PawlError('stopped', 'this Pawl was stopped; make a new one with createPawl')
  }
}
