import { PawlError } from '../errors.ts'
import { type JobId, jobId, jobPosition } from '../job/job-id.ts'
import { UnknownJobError } from '../job/result-errors.ts'
import type { JobState } from '../job/states.ts'
import { findJob } from '../postgres/jobs.ts'
import { retryNow } from '../postgres/retry.ts'
import type { Runner } from '../postgres/runner.ts'
import type { DeadLetters } from './dead-letters.ts'
import type { Events } from './events.ts'

/** What `pawl.retry` did. */
export type Retry = {
  /** The job that runs again: the same one, or the one that replays it. */
  readonly id: JobId
  /** It had failed, and runs again as a new job. */
  readonly replayed: boolean
}

/** Why a job in this state is not retried, and what to do. */
const refusals: Readonly<Record<Exclude<JobState, 'failed' | 'retryable'>, string>> = {
  pending: 'it is in line: it runs when its turn comes',
  running: 'it runs: if this attempt fails it is retried by itself',
  scheduled: 'it waits for its time or for other jobs: it has not been tried yet',
  succeeded: 'it has succeeded: enqueue a new job to do it again',
  cancelled: 'it was cancelled: enqueue a new job in its place',
}

/** Tries jobs again before their time. */
export class Retrier {
  readonly #runner: Runner
  readonly #deadLetters: DeadLetters
  readonly #events: Events

  constructor(runner: Runner, deadLetters: DeadLetters, events: Events) {
    this.#runner = runner
    this.#deadLetters = deadLetters
    this.#events = events
  }

  async retry(id: string): Promise<Retry> {
    const position = jobPosition(id)
    for (;;) {
      const waited = await retryNow(this.#runner, position)
      if (waited !== undefined) {
        this.#events.emit('job.retry', { id: jobId(position), type: waited.type, queue: waited.queue })
        return { id: jobId(position), replayed: false }
      }
      const job = await findJob(this.#runner, id)
      if (job === undefined) throw new UnknownJobError(jobId(position))
      if (job.status === 'failed') return { ...(await this.#deadLetters.replay(id)), replayed: true }
      // between the two looks its attempt has failed
      if (job.status === 'retryable') continue
      throw new PawlError('not-retryable', `${id} cannot be retried: ${refusals[job.status]}`)
    }
  }
}
