import { refuseUnknownOptions } from '../../check-options.ts'
import { PawlError } from '../../errors.ts'
import type { AttemptView } from '../../job/attempt-view.ts'
import { Deferral } from '../../job/deferral.ts'
import type { EndedDependency } from '../../job/dependency.ts'
import type { EnqueueOptions } from '../../job/enqueue-options.ts'
import type { Enqueued } from '../../job/enqueued.ts'
import type { DeferOptions, Job, JobLog, SleepOptions, StepOptions, Tx, WaitOptions } from '../../job/job.ts'
import type { JobDefinition } from '../../job/job-definition.ts'
import { type JobId, jobId } from '../../job/job-id.ts'
import { encodeResult } from '../../job/result.ts'
import { endedDependencies } from '../../postgres/dependencies.ts'
import { reserveIds, writeJobs } from '../../postgres/enqueue.ts'
import { isConflict } from '../../postgres/is-conflict.ts'
import { findAttempts } from '../../postgres/jobs.ts'
import type { NewJob, WrittenJob } from '../../postgres/new-job.ts'
import { keepResult } from '../../postgres/results.ts'
import type { Runner } from '../../postgres/runner.ts'
import type { FetchAnswer } from '../../source/fetch-answer.ts'
import type { FetchOptions } from '../../source/fetch-options.ts'
import type { Enqueuer } from '../enqueuer.ts'
import type { Events } from '../events.ts'
import type { Registry } from '../registry.ts'
import type { Fetcher } from '../sources/fetcher.ts'
import type { Attempt } from './attempt.ts'
import type { Committer } from './committer.ts'
import { PendingCalls } from './pending-calls.ts'
import type { ProgressWriter } from './progress-writer.ts'
import { StepRunner, type StepServices, type StepTransaction } from './step-runner.ts'

export type HandlerServices = {
  readonly committer: Committer
  readonly enqueuer: Enqueuer
  readonly registry: Pick<Registry, 'definitionOf'>
  readonly runner: Runner
  readonly progress: ProgressWriter
  readonly events: Events
  readonly steps: StepServices
  readonly fetcher: Fetcher
}

const attemptEnded =
  'the handler has returned: await job.commit, job.enqueue and job.fetch before that, this one was not made'

/** What a handler gets. Methods live on the prototype: making one of these is part of every job's cost. */
export class HandlerJob implements Job {
  readonly body: unknown
  readonly #attempt: Attempt
  readonly #services: HandlerServices
  #committing: Runner | 'no' | 'begun' | 'done' = 'no'
  #steps: StepRunner | undefined
  /** Follow-ups with reserved ids that wait for the completion, and those written inside of commit. */
  #held: NewJob[] = []
  #written: [NewJob, WrittenJob][] = []

  constructor(attempt: Attempt, body: unknown, services: HandlerServices) {
    this.#attempt = attempt
    this.#services = services
    this.body = body
  }

  get id(): JobId {
    return this.#attempt.id
  }
  get type(): string {
    return this.#attempt.lane.type
  }
  get queue(): string {
    return this.#attempt.lane.queue
  }
  get version(): number {
    return this.#attempt.lane.version
  }
  get attempt(): number {
    return this.#attempt.number
  }
  get maxAttempts(): number {
    return this.#attempt.row.maxAttempts
  }
  get createdAt(): Date {
    return new Date(this.#attempt.row.createdMs)
  }
  get trace(): string | undefined {
    return this.#attempt.row.rest?.trace ?? undefined
  }
  get alone(): boolean {
    return this.#attempt.lane.place === 'alone'
  }
  get signal(): AbortSignal {
    return this.#attempt.signal
  }

  commit<T>(write: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#begin(() => this.#commitOnce(write))
  }

  /** Whoever does not await a call must not lose what it does: its attempt waits for it, and nothing begins after its end. */
  #begin<T>(call: () => Promise<T>): Promise<T> {
    const attempt = this.#attempt
    if (attempt.ended && typeof this.#committing !== 'object') {
      const error = attempt.abortReason ?? new PawlError('attempt-ended', attemptEnded)
      this.#services.events.emit('job.late-error', { ...attempt.about, error })
      return Promise.reject(error)
    }
    attempt.calls ??= new PendingCalls()
    return attempt.calls.add(call())
  }

  async #commitOnce<T>(write: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.#committing !== 'no') {
      throw new PawlError(
        'commit-twice',
        'job.commit completes the job, so it can run once in an attempt; put all writes into one',
      )
    }
    if (this.#steps?.isActive === true) {
      throw new PawlError('commit-during-step', 'job.commit completes the job: wait for its steps first')
    }
    this.#committing = 'begun'
    try {
      return await this.#commit(write)
    } catch (error) {
      // it was not even begun, or nothing of it stands because another transaction had to go on: it may be called again
      if (this.#committing === 'begun' || isConflict(error)) {
        this.#committing = 'no'
        this.#written = []
      }
      throw error
    }
  }

  async #commit<T>(write: (tx: Tx) => Promise<T>): Promise<T> {
    const reported = this.#services.progress.flush(this.#attempt)
    if (reported !== undefined) await reported
    const value = await this.#services.committer.commit(this.#attempt, async (client, runner) => {
      this.#committing = runner
      try {
        const value = await write(client as Tx)
        await this.#writeHeld(runner)
        const { type, maxResultBytes } = this.#attempt.definition
        await this.#keepResult(runner, encodeResult(type, value, maxResultBytes))
        return value
      } finally {
        this.#committing = 'done'
      }
    })
    this.#announce()
    return value
  }

  enqueue(definition: JobDefinition, body: unknown, options?: EnqueueOptions<never>): Promise<Enqueued> {
    return this.#begin(async () => (await this.#enqueue(definition, [body], options))[0]!)
  }

  enqueueMany(
    definition: JobDefinition,
    bodies: readonly unknown[],
    options?: EnqueueOptions<never>,
  ): Promise<Enqueued[]> {
    return this.#begin(() => this.#enqueue(definition, bodies, options))
  }

  async #enqueue(definition: JobDefinition, bodies: readonly unknown[], options: EnqueueOptions<never> = {}) {
    const { enqueuer, registry, runner } = this.#services
    const step = this.#steps?.openTransaction()
    // where enqueues are traced, this one goes on in the trace of the run
    const trace = options.trace ?? (enqueuer.isTraced ? undefined : this.trace)
    const known = registry.definitionOf('job.enqueue', definition)
    const jobs = await enqueuer.prepareMany(known, bodies, { ...options, ...(trace === undefined ? {} : { trace }) })
    if (this.#committing === 'done') {
      throw new PawlError(
        'enqueue-after-commit',
        'job.commit has completed the job; enqueue follow-ups inside of it or before',
      )
    }
    if (jobs.length === 0) return []
    if (step !== undefined) return this.#enqueueInStep(step, jobs)
    if (typeof this.#committing === 'object') {
      const written = await writeJobs(this.#committing, jobs)
      for (const [i, job] of jobs.entries()) this.#written.push([job, written[i]!])
      return written.map(answer)
    }
    const ids = await reserveIds(runner, jobs.length)
    for (const [i, job] of jobs.entries()) this.#held.push({ ...job, id: ids[i]! })
    return ids.map((id) => ({ id: jobId(id), duplicate: false }))
  }

  async #enqueueInStep({ runner, onCommit }: StepTransaction, jobs: readonly NewJob[]): Promise<Enqueued[]> {
    const enqueued = (await writeJobs(runner, jobs)).map(answer)
    onCommit.push(() => this.#services.enqueuer.announce(jobs, enqueued))
    return enqueued
  }

  step<T>(name: string, run: (tx: Tx) => T | Promise<T>, options?: StepOptions): Promise<T> {
    return this.#tooLate() ?? this.#stepRunner().step(name, run, options)
  }

  transaction<T>(write: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#tooLate() ?? this.#stepRunner().transaction(write)
  }

  sleepUntil(when: Date | number, options?: SleepOptions): Promise<void> {
    return this.#tooLate() ?? this.#stepRunner().sleepUntil(when, options)
  }

  waitFor<T>(event: string, options?: WaitOptions): Promise<T | undefined> {
    return this.#tooLate() ?? (this.#stepRunner().waitFor(event, options) as Promise<T | undefined>)
  }

  #tooLate(): Promise<never> | undefined {
    if (this.#committing === 'no') return undefined
    return Promise.reject(
      new PawlError('step-after-commit', 'job.commit completes the job; steps, sleeps and waits come before it'),
    )
  }

  #stepRunner(): StepRunner {
    this.#steps ??= new StepRunner(this.#attempt, this.#services.steps)
    this.#attempt.steps = this.#steps
    return this.#steps
  }

  /** The handler has returned: follow-ups that wait for it are written with its completion, in one transaction. */
  finish(result: string | undefined): 'succeeded' | Promise<'committed'> {
    return this.#held.length === 0 ? 'succeeded' : this.#complete(result)
  }

  async #complete(result: string | undefined): Promise<'committed'> {
    await this.#services.committer.commit(this.#attempt, async (_client, runner) => {
      await this.#writeHeld(runner)
      await this.#keepResult(runner, result)
    })
    this.#announce()
    return 'committed'
  }

  async #keepResult(runner: Runner, result: string | undefined): Promise<void> {
    if (result !== undefined) await keepResult(runner, this.#attempt.pos, result)
  }

  async #writeHeld(runner: Runner): Promise<void> {
    if (this.#held.length === 0) return
    const standIns = new Map<number, number>()
    // those with keys come first: one that is a duplicate has another id than the one that was reserved for it
    const sorted = [...this.#held].sort((a, b) => Number(a.key === undefined) - Number(b.key === undefined))
    for (const jobs of [sorted.filter(({ after }) => !after), sorted.filter(({ after }) => after)]) {
      if (jobs.length === 0) continue
      const renamed = jobs.map((job) => ({ ...job, after: job.after?.map((id) => standIns.get(id) ?? id) }))
      const written = await writeJobs(runner, renamed)
      for (const [i, job] of jobs.entries()) {
        standIns.set(job.id!, written[i]!.id)
        this.#written.push([job, written[i]!])
      }
    }
  }

  #announce(): void {
    this.#services.enqueuer.announce(
      this.#written.map(([job]) => job),
      this.#written.map(([, written]) => answer(written)),
    )
  }

  fetch(url: string | URL, options?: FetchOptions): Promise<FetchAnswer> {
    const call = this.#begin(() => this.#services.fetcher.fetch(this.#attempt, url, options))
    // one that fails while the handler waits for another is no fault of the process
    call.catch(() => {})
    return call
  }

  dependencies(): Promise<readonly EndedDependency[]> {
    return endedDependencies(this.#services.runner, this.#attempt.jobPosition)
  }

  attempts(): Promise<readonly AttemptView[]> {
    return findAttempts(this.#services.runner, this.id)
  }

  progress(value: unknown): void {
    this.#services.progress.report(this.#attempt, value)
  }

  defer(delayMs: number, reason = 'deferred by its handler', options: DeferOptions = {}): Deferral {
    refuseUnknownOptions('defer', options, ['cleared'])
    return new Deferral(delayMs, reason, options.cleared)
  }

  get log(): JobLog {
    const { about } = this.#attempt
    const write =
      (level: 'info' | 'warn' | 'error') =>
      (message: string, fields: object = {}) =>
        this.#services.events.emit('job.log', { ...about, level, message, fields })
    return { info: write('info'), warn: write('warn'), error: write('error') }
  }
}

function answer({ id, duplicate, heldBy }: WrittenJob): Enqueued {
  return { id: jobId(id), duplicate, ...(heldBy === undefined ? {} : { heldBy }) }
}
