import { checkDuration } from '../../check-time.ts'
import {
  AttemptTimeoutError,
  CancelledError,
  LeaseLostError,
  PawlError,
  ShutdownError,
  TransactionControlError,
} from '../../errors.ts'
import { exponential } from '../../job/backoff.ts'
import { InvalidBodyError, parseBody } from '../../job/body.ts'
import { classifyError, type ErrorClass, type ErrorClassifier } from '../../job/classify-error.ts'
import { connectionDeferralMs } from '../../job/connection-deferral.ts'
import { decideFailure } from '../../job/decide-failure.ts'
import { Deferral } from '../../job/deferral.ts'
import type { Job } from '../../job/job.ts'
import { encodeResult, InvalidResultError } from '../../job/result.ts'
import { SuspendedError } from '../../job/suspended-error.ts'
import type { Tracing } from '../../job/tracing.ts'
import { upgradeBody } from '../../job/version.ts'
import type { Events } from '../events.ts'
import type { Attempt, HandledJob } from './attempt.ts'
import { findDeferral } from './find-deferral.ts'
import { runEnd } from './run-end.ts'
import type { Settlement } from './settlement.ts'

export type AttemptRunnerOptions = {
  readonly events: Events
  readonly classify: ErrorClassifier | undefined
  readonly tracing?: Tracing | undefined
  /** How long a handler may take to return after its signal fired. */
  readonly abortGraceMs: number
  readonly random: () => number
  /** A handler found that its whole process is unfit. */
  readonly onFatal: (error: unknown) => void
  /** An attempt is deferred as Pawl had no connection for it. */
  readonly onNoConnection: (error: Error) => void
  /** Makes what the handler gets. */
  readonly makeJob: (attempt: Attempt, body: unknown) => Job & HandledJob
}

/** One for all: most attempts come to nothing else. */
const succeeded: Settlement = { kind: 'succeeded' }
const committed: Settlement = { kind: 'committed' }

/** Runs handlers and decides what their attempts came to. It writes nothing. */
export class AttemptRunner {
  readonly #options: AttemptRunnerOptions

  constructor(options: AttemptRunnerOptions) {
    this.#options = options
  }

  /** At once where nothing is to be waited for: the promises of a job cost more than a short one itself. */
  run(attempt: Attempt): Settlement | Promise<Settlement> {
    const span = this.#options.tracing?.run(attempt.toTrace)
    if (span === undefined) return this.#run(attempt)
    attempt.runTraceId = span.traceId
    const settlement = Promise.resolve(span.within(() => this.#run(attempt)))
    void settlement.then((settled) => span.end(runEnd(settled)))
    return settlement
  }

  #run(attempt: Attempt): Settlement | Promise<Settlement> {
    let returned: unknown
    let waits = true
    try {
      const job = this.begin(attempt)
      const { definition } = attempt
      returned = job instanceof Promise ? job.then((read) => definition.run(read)) : definition.run(job)
      // what it has begun and does not wait for is waited for
      waits = isThenable(returned) || attempt.calls !== undefined || attempt.steps !== undefined
    } catch (error) {
      returned = Promise.reject(error)
    }
    if (waits) return this.settle(attempt, this.#handled(attempt, returned))
    attempt.returned = true
    try {
      return this.#ended(attempt, returned)
    } catch (error) {
      return this.#failed(attempt, error)
    }
  }

  /** Reads the body of an attempt and makes what its handler gets. */
  begin(attempt: Attempt): Job | Promise<Job> {
    const { definition, row, lane } = attempt
    const body = parseBody(definition, upgradeBody(definition, row.body, lane.version))
    return body instanceof Promise ? body.then((read) => this.#makeJob(attempt, read)) : this.#makeJob(attempt, body)
  }

  #makeJob(attempt: Attempt, body: unknown): Job {
    const job = this.#options.makeJob(attempt, body)
    attempt.job = job
    return job
  }

  async #handled(attempt: Attempt, returned: unknown): Promise<unknown> {
    try {
      const value = await returned
      // those that the handler did not wait for: within the attempt's time, and their errors are its own
      if (attempt.steps !== undefined) await attempt.steps.ended()
      return value
    } finally {
      attempt.returned = true
    }
  }

  /** Decides what an attempt came to, once its handler has returned or was cut off. */
  async settle(attempt: Attempt, handled: Promise<unknown>): Promise<Settlement> {
    try {
      const returned = await this.#orCutOff(attempt, handled)
      attempt.ended = true
      if (attempt.calls !== undefined) await attempt.calls.ended()
      return await this.#ended(attempt, returned)
    } catch (error) {
      attempt.ended = true
      // a commit that is open holds the very outcome that is to be written: it decides
      if (attempt.calls !== undefined) await attempt.calls.ended().catch(() => {})
      // no step may be written after the outcome
      if (attempt.steps !== undefined) await attempt.steps.close()
      return this.#failed(attempt, error)
    }
  }

  #ended(attempt: Attempt, returned: unknown): Settlement | Promise<Settlement> {
    attempt.ended = true
    // a handler that caught it has lost nothing by that but its own error
    if (attempt.abortReason instanceof TransactionControlError) throw attempt.abortReason
    if (attempt.committed) return committed
    if (attempt.abortReason instanceof SuspendedError) return this.#swallowed(attempt, attempt.abortReason)
    if (returned instanceof Deferral) {
      const { deferMs: delayMs, reason, cleared } = returned
      return { kind: 'deferred', delayMs, reason, cleared }
    }
    if (isLost(attempt.abortReason)) return { kind: 'lost' }
    const { type, maxResultBytes } = attempt.definition
    const result = encodeResult(type, returned, maxResultBytes)
    const finished = attempt.job!.finish(result)
    if (finished !== 'succeeded') return finished.then(() => committed)
    return result === undefined ? succeeded : { kind: 'succeeded', result }
  }

  /** The handler's result, or the reason of its abort if it has not returned within the grace period after that. */
  #orCutOff(attempt: Attempt, handled: Promise<unknown>): Promise<unknown> {
    const { timeoutMs } = attempt.definition
    if (timeoutMs !== undefined) {
      clearWith(
        handled,
        setTimeout(() => attempt.abort(new AttemptTimeoutError(timeoutMs)), timeoutMs),
      )
    }
    return new Promise((resolve, reject) => {
      attempt.onAbort = () =>
        clearWith(
          handled,
          setTimeout(() => reject(attempt.abortReason), this.#options.abortGraceMs),
        )
      handled.then(resolve, reject)
    })
  }

  #failed(attempt: Attempt, whatever: unknown): Settlement {
    const thrown = tame(whatever)
    if (attempt.committed) {
      this.#options.events.emit('job.late-error', { ...attempt.about, error: thrown })
      return { kind: 'committed' }
    }
    // an abort is the cause of what the handler threw because of it
    const error = attempt.abortReason ?? thrown
    if (isLost(error)) return { kind: 'lost' }
    if (error instanceof SuspendedError) return suspended(error)
    if (error instanceof ShutdownError) return { kind: 'handBack' }
    const deferred = this.#deferred(attempt, error, thrown)
    if (deferred !== undefined) return deferred
    const errorClass = isHopeless(error) ? 'permanent' : this.#classify(error)
    const decision = decideFailure({
      error,
      errorClass,
      failures: attempt.failures,
      crashes: attempt.crashes,
      deferrals: attempt.deferrals,
      maxAttempts: attempt.row.maxAttempts,
      backoff: (input) =>
        this.#orDefault(
          'backoff',
          () =>
            checkDuration(
              `what the backoff of '${attempt.definition.type}' returns`,
              attempt.definition.retry.backoff(input),
            ),
          () => exponential()(input),
        ),
      random: this.#options.random(),
    })
    if (decision.kind !== 'handBack') return { ...decision, error, errorClass }
    this.#options.onFatal(error)
    return decision
  }

  /** What the job did not get from its source, or from Pawl, is not its failure. */
  #deferred(attempt: Attempt, error: unknown, thrown: unknown): Settlement | undefined {
    const found = findDeferral(error)
    if (found?.kind === 'source') {
      const { delayMs, message: reason, code } = found.error
      return { kind: 'deferred', delayMs, reason, code }
    }
    if (found !== undefined) return this.#withoutConnection(attempt, found.error)
    if (!(error instanceof AttemptTimeoutError)) return undefined
    // it may have timed out because it waited for a connection
    const late = findDeferral(attempt.lackedConnection ?? thrown)
    return late?.kind === 'connection' ? this.#withoutConnection(attempt, late.error) : undefined
  }

  #withoutConnection(attempt: Attempt, error: Error): Settlement {
    const delayMs = connectionDeferralMs(attempt.deferrals, this.#options.random())
    const reason = `Pawl had no connection to PostgreSQL: ${error.message}`
    this.#options.onNoConnection(error)
    this.#options.events.emit('connection.defer', { ...attempt.about, reason, delayMs })
    return { kind: 'deferred', delayMs, reason, code: 'no-connection' }
  }

  /** The handler went on after `sleepUntil` or `waitFor` had ended its run. Nothing that it did since then counts. */
  #swallowed(attempt: Attempt, suspension: SuspendedError): Settlement {
    const error = new PawlError(
      'suspension-caught',
      'the handler caught the error by which job.sleepUntil or job.waitFor ends it, and went on: throw errors of code `suspended` on',
    )
    this.#options.events.emit('job.late-error', { ...attempt.about, error })
    return suspended(suspension)
  }

  #classify(error: unknown): ErrorClass {
    const { classify } = this.#options
    return this.#orDefault(
      'classifyError',
      () => classifyError(error, classify),
      () => ours(error),
    )
  }

  /** The user's own policy; if it throws, ours. A fault in a policy must not leave the attempt without an outcome. */
  #orDefault<T>(policy: string, theirs: () => T, ours: () => T): T {
    try {
      return theirs()
    } catch (error) {
      this.#options.events.emit('service.error', { service: policy, error, retryMs: 0 })
      return ours()
    }
  }
}

function suspended({ events, delayMs, reason }: SuspendedError): Settlement {
  return { kind: 'suspended', events, delayMs, reason }
}

/** An error nobody knows is retryable; so is one that hides what it is. */
function ours(error: unknown): ErrorClass {
  try {
    return classifyError(error)
  } catch {
    return 'retryable'
  }
}

/** A proxy can throw at whoever asks what it is. */
function tame(thrown: unknown): unknown {
  try {
    void (thrown instanceof Error)
    return thrown
  } catch {
    return new Error('the handler threw something that cannot be read')
  }
}

function isThenable(value: unknown): boolean {
  const mayBe = (typeof value === 'object' && value !== null) || typeof value === 'function'
  return mayBe && typeof (value as { then?: unknown }).then === 'function'
}

function clearWith(handled: Promise<unknown>, timer: NodeJS.Timeout): void {
  const clear = () => clearTimeout(timer)
  handled.then(clear, clear)
}

/** Whatever the user's own classes say. */
function isHopeless(error: unknown): boolean {
  return [InvalidBodyError, InvalidResultError, TransactionControlError].some((kind) => error instanceof kind)
}

function isLost(error: unknown): boolean {
  return error instanceof LeaseLostError || error instanceof CancelledError
}
