import { refuseUnknownOptions, show } from '../../check-options.ts'
import { checkDuration, checkInstant } from '../../check-time.ts'
import { PawlError } from '../../errors.ts'
import type { SleepOptions, StepOptions, Tx, WaitOptions } from '../../job/job.ts'
import { encodeValue } from '../../job/result.ts'
import { StepNames } from '../../job/step-names.ts'
import { clientRunner } from '../../postgres/client-runner.ts'
import type { Runner } from '../../postgres/runner.ts'
import { askForSignal, type SignalAnswer } from '../../postgres/signals.ts'
import { beginSleep, type KeptStep, keepStep, loadSteps } from '../../postgres/steps.ts'
import type { Events } from '../events.ts'
import type { Attempt } from './attempt.ts'
import { PendingCalls } from './pending-calls.ts'
import { type StepTransactionOptions, transactStep, transactUnrecorded } from './step-transaction.ts'
import { StepWrites } from './step-writes.ts'
import { Suspension } from './suspension.ts'

/** Its connections are those of job.commit: a step may have to wait for somebody who is taking its attempt away. */
export type StepServices = StepTransactionOptions & { readonly events: Events }

/** The transaction of a step that runs, for the follow-ups that its function enqueues. */
export type StepTransaction = { readonly runner: Runner; readonly onCommit: (() => void)[] }

/** The steps, sleeps and waits of one attempt. Made when its handler asks for the first one. */
export class StepRunner {
  readonly #attempt: Attempt
  readonly #services: StepServices
  readonly #names = new StepNames()
  readonly #writes: StepWrites
  readonly #suspension: Suspension
  readonly #calls = new PendingCalls()
  #kept: Promise<{ readonly at: number; readonly steps: ReadonlyMap<string, KeptStep> }> | undefined
  /** The functions that run: the transaction of each that has one. */
  readonly #running = new Set<{ transaction: StepTransaction | undefined }>()
  #waits: Promise<unknown> = Promise.resolve()

  constructor(attempt: Attempt, services: StepServices) {
    this.#attempt = attempt
    this.#services = services
    const { clients, worker, events } = services
    const runner = clientRunner(clients, false)
    this.#writes = new StepWrites(attempt, { runner, worker, events, isClosing: () => clients.isClosing })
    this.#suspension = new Suspension(attempt)
  }

  get isActive(): boolean {
    return this.#suspension.isActive
  }

  /** Where a follow-up goes that is enqueued now: undefined if no step's function runs. */
  openTransaction(): StepTransaction | undefined {
    if (this.#running.size === 0) return undefined
    const [only] = this.#running
    if (this.#running.size === 1 && only!.transaction !== undefined) return only!.transaction
    throw new PawlError(
      'enqueue-in-step',
      'job.enqueue inside of a step would be forgotten when a later attempt gets the kept result: enqueue before or after ' +
        'the step, or inside of a step with { tx: true } that runs alone',
    )
  }

  step<T>(name: string, run: (tx: Tx) => T | Promise<T>, options: StepOptions = {}): Promise<T> {
    return this.#begin(() => this.#step(name, run, options))
  }

  transaction<T>(run: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#begin(() => this.#transaction(run))
  }

  sleepUntil(when: Date | number, options: SleepOptions = {}): Promise<void> {
    return this.#begin(() => this.#sleep(when, options))
  }

  waitFor(event: string, options: WaitOptions = {}): Promise<unknown> {
    return this.#begin(() => this.#wait(event, options))
  }

  /** Resolves when all have ended, those too that the handler did not wait for. Their first error is thrown. */
  async ended(): Promise<void> {
    while (this.#calls.isOpen) await this.#calls.ended()
  }

  /** What the attempt came to is decided: no function's end is waited for, but each write that is under way. */
  close(): Promise<void> {
    return this.#writes.close()
  }

  #begin<T>(run: () => Promise<T>): Promise<T> {
    const { abortReason, ended, about } = this.#attempt
    if (abortReason !== undefined) return Promise.reject(abortReason)
    if (ended) {
      const error = new PawlError('attempt-ended', 'the handler has returned: its steps come before that')
      this.#services.events.emit('job.late-error', { ...about, error })
      return Promise.reject(error)
    }
    const done = this.#calls.add(this.#suspension.during(run))
    // one that the handler does not await must not end the process
    done.catch((error) => {
      if (this.#writes.isClosed) this.#services.events.emit('job.late-error', { ...about, error })
    })
    return done
  }

  async #step<T>(given: string, run: (tx: Tx) => T | Promise<T>, options: StepOptions): Promise<T> {
    const name = this.#names.next('step', given)
    refuseUnknownOptions(`step '${name}'`, options, ['tx'])
    const kept = await this.#find('step', name)
    if (kept !== undefined) return this.#tell(name, true, kept.value) as T
    const entry: { transaction: StepTransaction | undefined } = { transaction: undefined }
    const encode = (value: unknown) => {
      const { type, maxResultBytes } = this.#attempt.definition
      return encodeValue(`what the step '${name}' of '${type}' returned`, value, maxResultBytes)
    }
    this.#running.add(entry)
    try {
      const text =
        options.tx === true
          ? await this.#inTransaction(name, entry, async (tx) => encode(await run(tx)))
          : await this.#plain(name, async () => encode(await run(undefined as unknown as Tx)))
      // as a later attempt will get it
      return this.#tell(name, false, text === undefined ? undefined : JSON.parse(text)) as T
    } finally {
      this.#running.delete(entry)
    }
  }

  async #plain(name: string, run: () => Promise<string | undefined>): Promise<string | undefined> {
    const text = await run()
    await this.#writes.write((runner, worker) => keepStep(runner, worker, this.#attempt, name, text))
    return text
  }

  async #inTransaction(
    name: string,
    entry: { transaction: StepTransaction | undefined },
    run: (tx: Tx) => Promise<string | undefined>,
  ): Promise<string | undefined> {
    const onCommit: (() => void)[] = []
    const text = await transactStep(this.#services, this.#attempt, this.#writes, {
      name,
      run(tx, runner) {
        entry.transaction = { runner, onCommit }
        return run(tx)
      },
    })
    for (const tell of onCommit) tell()
    return text
  }

  async #transaction<T>(run: (tx: Tx) => Promise<T>): Promise<T> {
    const entry: { transaction: StepTransaction | undefined } = { transaction: undefined }
    const onCommit: (() => void)[] = []
    this.#running.add(entry)
    try {
      const value = await transactUnrecorded(this.#services, this.#attempt, this.#writes, (tx, runner) => {
        entry.transaction = { runner, onCommit }
        return run(tx)
      })
      for (const tell of onCommit) tell()
      return value
    } finally {
      this.#running.delete(entry)
    }
  }

  async #sleep(when: Date | number, options: SleepOptions): Promise<void> {
    refuseUnknownOptions('sleepUntil', options, ['name'])
    const name = this.#names.next('sleep', options.name ?? 'sleep')
    const until = checkTime(when)
    const kept = await this.#find('sleep', name)
    const ms =
      kept?.untilMs ??
      (await this.#writes.write((runner, worker) => beginSleep(runner, worker, this.#attempt, name, until)))
    if (ms > 0) await this.#suspension.park(undefined, ms)
  }

  async #wait(event: string, options: WaitOptions): Promise<unknown> {
    refuseUnknownOptions('waitFor', options, ['timeoutMs'])
    const name = this.#names.next('wait', event)
    const { timeoutMs } = options
    if (timeoutMs !== undefined) checkDuration('waitFor: timeoutMs', timeoutMs)
    const kept = await this.#find('wait', name)
    if (kept?.done === true) return kept.came ? kept.value : undefined
    const { state, value, ms } = await this.#ask({ name, event, timeoutMs })
    if (state === 'open') await this.#suspension.park(event, ms ?? Number.POSITIVE_INFINITY)
    return state === 'came' ? value : undefined
  }

  /** One after the other: two that ask at once would be given the same signal. */
  #ask(wait: { name: string; event: string; timeoutMs: number | undefined }): Promise<SignalAnswer> {
    const ask = () => this.#writes.write((runner, worker) => askForSignal(runner, worker, this.#attempt, wait))
    const answer = this.#waits.then(ask, ask)
    this.#waits = answer.catch(() => {})
    return answer
  }

  /** What an earlier attempt has kept. The first attempt of a job need not ask. */
  async #find(kind: KeptStep['kind'], name: string): Promise<KeptStep | undefined> {
    if (this.#attempt.isFirst) return undefined
    this.#kept ??= this.#load()
    const { at, steps } = await this.#kept
    const step = steps.get(`${kind} ${name}`)
    if (step?.untilMs == null) return step
    return { ...step, untilMs: step.untilMs - (performance.now() - at) }
  }

  async #load() {
    const found = await this.#writes.untilAnswered((runner) => loadSteps(runner, this.#attempt.jobPosition))
    return { at: performance.now(), steps: new Map(found.map((step) => [`${step.kind} ${step.name}`, step])) }
  }

  #tell<T>(name: string, kept: boolean, value: T): T {
    const { events } = this.#services
    if (events.heard('job.step')) events.emit('job.step', { ...this.#attempt.about, step: name, kept })
    return value
  }
}

function checkTime(when: Date | number): Date | number {
  if (typeof when === 'number') return checkDuration('sleepUntil', when)
  if (when instanceof Date) return checkInstant('sleepUntil', when)
  throw new PawlError('invalid-option', `sleepUntil takes a valid Date, or how many ms from now; got ${show(when)}`)
}
