/** Every error that Pawl itself throws. `code` is stable and made for programs, `message` for people. */
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
 * if (account.closed) throw new PermanentError(`account ${account.id} is closed`)
 * ```
 */
export class PermanentError extends PawlError {
  constructor(message: string, options?: ErrorOptions) {
    super('permanent', message, options)
  }
}

/**
 * Thrown by a handler that was told when to come back. It counts as a failure; the next attempt runs after exactly this time.
 *
 * @example
 * ```ts
 * throw new RetryAfterError(30_000, 'the service asks for half a minute')
 * ```
 */
export class RetryAfterError extends PawlError {
  readonly retryAfterMs: number

  constructor(retryAfterMs: number, message = `retry after ${retryAfterMs} ms`, options?: ErrorOptions) {
    super('retry-after', message, options)
    if (!Number.isFinite(retryAfterMs) || retryAfterMs < 0) {
      throw new PawlError(
        'invalid-option',
        `RetryAfterError takes milliseconds from now, 0 or more; got ${retryAfterMs}`,
      )
    }
    this.retryAfterMs = retryAfterMs
  }
}

/** Thrown by a handler when its whole process is unfit to work: the worker stops taking jobs and says so. */
export class FatalError extends PawlError {
  constructor(message: string, options?: ErrorOptions) {
    super('fatal', message, options)
  }
}

/** The attempt is no longer this worker's: another outcome stands. Nothing of it was written. */
export class LeaseLostError extends PawlError {
  constructor(message = 'the lease is lost: this attempt was settled by somebody else, nothing of it was written') {
    super('lease-lost', message)
  }
}

export class AttemptTimeoutError extends PawlError {
  constructor(timeoutMs: number) {
    super('timeout', `the attempt did not end within its timeout of ${timeoutMs} ms`)
  }
}

export class CancelledError extends PawlError {
  constructor() {
    super('cancelled', 'the job was cancelled')
  }
}

export class ShutdownError extends PawlError {
  constructor() {
    super('shutdown', 'the worker is shutting down; the job goes back in line and no attempt is used')
  }
}
