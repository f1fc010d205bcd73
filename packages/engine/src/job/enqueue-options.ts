import { checkName, checkNumber, refuseUnknownOptions, show } from '../check-options.ts'
import { checkDuration, checkInstant } from '../check-time.ts'
import { PawlError } from '../errors.ts'
import { jobPosition } from './job-id.ts'
import { checkKeyOptions, type KeyOptions } from './key.ts'
import { parseTraceparent } from './traceparent.ts'

/** A transaction of the caller's own: see docs/transactions.md for what is understood. */
export type CallerTransaction = object

/** What a failed or cancelled job means to one that waits for it: see `onFailed`. */
export type OnFailed = 'fail' | 'ignore' | 'wait'

/** What one call says about its jobs, before what their type says. `Body` is what the job's schema takes. */
export type EnqueueOptions<Body = unknown> = KeyOptions & {
  /** Not before this instant. */
  readonly runAt?: Date
  /** Not before so many ms have passed, on PostgreSQL's clock. */
  readonly delayMs?: number
  /** 0 goes first, 9 last. */
  readonly priority?: number
  /** Not started by then: a dead letter with reason `expired`. */
  readonly startBefore?: Date
  /**
   * Whom the job calls, or how its body says so, in the place of what the job's type says: its line waits when that service
   * must not be called.
   */
  readonly source?: string | ((body: Body) => string)
  /** A W3C traceparent that the job carries on. */
  readonly trace?: string
  /** In the place of the key that the job's type derives; null for none. */
  readonly key?: string | null
  /** In the place of the group that the job's type derives. */
  readonly group?: string
  /** It waits until these jobs have ended: see docs/dependencies.md. */
  readonly after?: readonly string[]
  /** What a failed or cancelled job of `after` means: `fail` (the default) makes this one a dead letter too, `ignore` runs it
   * all the same, `wait` waits for a person to replay or discard the dead letter. */
  readonly onFailed?: OnFailed
  /** Enqueue in the caller's transaction: commit makes the job, rollback unmakes it. */
  readonly tx?: CallerTransaction
  /**
   * The caller's transaction will be prepared (PREPARE TRANSACTION), which PostgreSQL refuses after a NOTIFY. No worker is
   * woken: the job is found at the next poll after the second phase.
   */
  readonly twoPhase?: boolean
}

const known = [
  ...['runAt', 'delayMs', 'priority', 'startBefore', 'source', 'trace', 'tx', 'twoPhase'],
  ...['key', 'keyMode', 'keyWindowMs', 'onDuplicate', 'group', 'after', 'onFailed'],
]

/** What a call says that says nothing, which need not be checked. */
export const noEnqueueOptions = Object.freeze({})

export function checkEnqueueOptions(options: EnqueueOptions<never>): void {
  if (options === noEnqueueOptions) return
  refuseUnknownOptions('enqueue', options, known)
  if (options.priority !== undefined) checkNumber('priority', options.priority, { min: 0, max: 9 })
  if (options.delayMs !== undefined) checkDuration('delayMs', options.delayMs)
  if (options.runAt !== undefined) checkInstant('runAt', options.runAt)
  if (options.startBefore !== undefined) checkInstant('startBefore', options.startBefore)
  checkKeyOptions('enqueue', options)
  if (options.trace !== undefined) checkTrace(options.trace)
  if (options.runAt !== undefined && options.delayMs !== undefined) {
    throw new PawlError('invalid-option', 'runAt and delayMs both say when to run; pass one of them')
  }
  checkAfter(options)
  if (options.twoPhase === true && options.tx === undefined) {
    throw new PawlError('invalid-option', 'twoPhase says something about the caller’s transaction; pass that as tx')
  }
}

function checkTrace(trace: unknown): void {
  if (parseTraceparent(checkName('trace', trace)) !== undefined) return
  throw new PawlError(
    'invalid-option',
    `trace must be a W3C traceparent, such as 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01; got ${show(trace)}`,
  )
}

function checkAfter({ after, onFailed, runAt, delayMs }: EnqueueOptions<never>): void {
  if (onFailed !== undefined && !['fail', 'ignore', 'wait'].includes(onFailed)) {
    throw new PawlError('invalid-option', `onFailed is one of fail, ignore, wait; got ${show(onFailed)}`)
  }
  if (after === undefined) {
    if (onFailed !== undefined)
      throw new PawlError('invalid-option', 'onFailed says something about the jobs of `after`; pass those')
    return
  }
  if (!Array.isArray(after)) {
    throw new PawlError('invalid-option', `after must be a list of job ids; got ${show(after)}`)
  }
  for (const id of after) jobPosition(id)
  if (runAt !== undefined || delayMs !== undefined) {
    throw new PawlError('invalid-option', 'a job with `after` runs when those have ended; leave out runAt and delayMs')
  }
}
