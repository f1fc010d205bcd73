import { PawlError } from '../errors.ts'
import type { ErrorRecord } from './error-record.ts'
import type { JobId } from './job-id.ts'

/**
 * Thrown by `pawl.result`: the job has failed for good. `error` is what its last attempt failed with, as it was kept.
 *
 * @example
 * ```ts
 * const { id } = await pawl.enqueue(greet, { name: 'Ada' })
 * const error = await pawl.result(id, { timeoutMs: 50 }).catch((error) => error)
 * if (error instanceof JobFailedError) console.log(error.error?.message)
 * ```
 */
export class JobFailedError extends PawlError {
  readonly id: JobId
  readonly error: ErrorRecord | null

  constructor(id: JobId, error: ErrorRecord | null) {
    super('job-failed', `${id} has failed: ${error === null ? 'no error was kept' : `${error.name}: ${error.message}`}`)
    this.id = id
    this.error = error
  }
}

/**
 * Thrown by `pawl.result`: the job was cancelled.
 *
 * @example
 * ```ts
 * const { id } = await pawl.enqueue(greet, { name: 'Ada' })
 * await pawl.cancel(id)
 * const error = await pawl.result(id, { timeoutMs: 50 }).catch((error) => error)
 * if (error instanceof JobCancelledError) console.log(`${error.id} will have no result`)
 * ```
 */
export class JobCancelledError extends PawlError {
  readonly id: JobId

  constructor(id: JobId) {
    super('job-cancelled', `${id} was cancelled: there will be no result`)
    this.id = id
  }
}

/**
 * Thrown by `pawl.result` when the job has not ended in time. The job goes on.
 *
 * @example
 * ```ts
 * const { id } = await pawl.enqueue(greet, { name: 'Ada' })
 * const error = await pawl.result(id, { timeoutMs: 50 }).catch((error) => error)
 * if (error instanceof ResultTimeoutError) console.log(`${error.id} is still ${error.state}`)
 * ```
 */
export class ResultTimeoutError extends PawlError {
  readonly id: JobId
  /** As it was last seen; undefined if it was never seen. */
  readonly state: string | undefined

  constructor(id: JobId, timeoutMs: number, state: string | undefined) {
    const seen = state === undefined ? 'PostgreSQL has not answered' : `it is ${state}`
    super('result-timeout', `${id} has not ended within ${timeoutMs} ms: ${seen}. It goes on; ask again later.`)
    this.id = id
    this.state = state
  }
}

/**
 * Thrown by `pawl.result` and `pawl.watch`: nobody knows the job.
 *
 * @example
 * ```ts
 * const error = await pawl.result('job_404').catch((error) => error)
 * if (error instanceof UnknownJobError) console.log(`there is no ${error.id}`)
 * ```
 */
export class UnknownJobError extends PawlError {
  readonly id: JobId

  constructor(id: JobId) {
    super(
      'unknown-job',
      `there is no ${id}: it was never enqueued, the transaction that enqueues it has not committed, or its history was erased`,
    )
    this.id = id
  }
}
