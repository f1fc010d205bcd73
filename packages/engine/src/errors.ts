/**
 * Every error that Pawl itself throws. `code` is stable and made for programs, `message` for people.
 *
 * @example
 * ```ts
 * const error = await pawl.cancel('17').catch((error) => error)
 * if (error instanceof PawlError) console.log(error.code) // invalid-job-id
 * ```
 */
export class PawlError extends Error {
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
    this.code = code
  }
}

/**
 * Thrown by a handler for a fault that no retry can mend: the job becomes a dead letter at once.
 *
 * @example
 * ```ts
 * const charge = defineJob({
 *   type: 'charge',
 *   body: z.object({ account: z.number() }),
 *   run(job) {
 *     throw new PermanentError(`account ${job.body.account} is closed`)
 *   },
 * })
 * ```
 */
export class PermanentError extends PawlError {
  constructor(message: string, options?: ErrorOptions) {
    super('permanent', message, options)
  }
}

/**
 * Thrown by a handler when its whole process is unfit to work: the worker stops taking jobs and says so with the event
 * `worker.unfit`.
 *
 * @example
 * ```ts
 * const print = defineJob({
 *   type: 'print',
 *   body: z.object({ page: z.number() }),
 *   run() {
 *     throw new FatalError('the printer of this machine is on fire')
 *   },
 * })
 * ```
 */
export class FatalError extends PawlError {
  constructor(message: string, options?: ErrorOptions) {
    super('fatal', message, options)
  }
}

/**
 * The attempt is no longer this worker's: another outcome stands. Nothing of it was written. Thrown by `job.commit`, and the
 * reason of the attempt's signal.
 *
 * @example
 * ```ts
 * const note = defineJob({
 *   type: 'note',
 *   body: z.object({ text: z.string() }),
 *   async run(job) {
 *     job.signal.addEventListener('abort', () => {
 *       if (job.signal.reason instanceof LeaseLostError) console.log('somebody else has it now')
 *     })
 *   },
 * })
 * ```
 */
export class LeaseLostError extends PawlError {
  constructor(message = 'the lease is lost: this attempt was settled by somebody else, nothing of it was written') {
    super('lease-lost', message)
  }
}

/**
 * A callback that got a transaction of Pawl's has begun or ended one itself: only Pawl commits or rolls back there, so that what is
 * written, and the attempt, end together. The job becomes a dead letter at once. Savepoints are allowed.
 *
 * @example
 * ```ts
 * const pay = defineJob({
 *   type: 'pay',
 *   body: z.object({ account: z.number() }),
 *   async run(job) {
 *     await job.commit(async (tx) => {
 *       await tx.query('commit') // throws a TransactionControlError: let the callback return instead
 *     })
 *   },
 * })
 * ```
 */
export class TransactionControlError extends PawlError {
  constructor(what: string) {
    super(
      'transaction-control',
      `${what}: in the callback of job.commit, job.transaction or a step with tx, only Pawl begins and ends the transaction. ` +
        'Return to commit, throw to roll back, and use savepoints to undo a part',
    )
  }
}

/**
 * The attempt did not end within the `timeoutMs` of its type: the reason of its signal, and what the attempt failed with.
 *
 * @example
 * ```ts
 * const crawl = defineJob({
 *   type: 'crawl',
 *   body: z.object({ url: z.string() }),
 *   timeoutMs: 60_000,
 *   async run(job) {
 *     if (job.signal.reason instanceof AttemptTimeoutError) return 'as far as it went'
 *   },
 * })
 * ```
 */
export class AttemptTimeoutError extends PawlError {
  constructor(timeoutMs: number) {
    super('timeout', `the attempt did not end within its timeout of ${timeoutMs} ms`)
  }
}

/**
 * Somebody has cancelled the job: the reason of its signal.
 *
 * @example
 * ```ts
 * const copy = defineJob({
 *   type: 'copy',
 *   body: z.object({ from: z.string(), to: z.string() }),
 *   async run(job) {
 *     if (job.signal.reason instanceof CancelledError) return // tidy up what was copied so far
 *   },
 * })
 * ```
 */
export class CancelledError extends PawlError {
  constructor() {
    super('cancelled', 'the job was cancelled')
  }
}

/**
 * The worker shuts down: the reason of the signal of what it still runs when its grace period is over.
 *
 * @example
 * ```ts
 * const listen = defineJob({
 *   type: 'listen',
 *   body: z.object({}),
 *   async run(job) {
 *     if (job.signal.reason instanceof ShutdownError) throw job.signal.reason // back in line, no attempt is used
 *   },
 * })
 * ```
 */
export class ShutdownError extends PawlError {
  constructor() {
    super('shutdown', 'the worker is shutting down; the job goes back in line and no attempt is used')
  }
}
