import { PawlError } from '../errors.ts'
import { type JobId, jobId, jobPosition } from '../job/job-id.ts'
import { UnknownJobError } from '../job/result-errors.ts'
import type { JobState } from '../job/states.ts'
import { findJob } from '../postgres/jobs.ts'
import { runNow, type WaitsFor } from '../postgres/run-now.ts'
import type { Runner } from '../postgres/runner.ts'
import type { DeadLetters } from './dead-letters.ts'
import type { Events } from './events.ts'

/** What `pawl.runNow` did. */
export type RunNowResult = {
  /** The job that runs: the same one, or the one that replays it. */
  readonly id: JobId
  /** It had failed, and runs again as a new job. */
  readonly replayed: boolean
}

/** Why a job is not run now, and what to do. */
const refusals: Readonly<Record<Exclude<JobState, 'failed' | 'retryable' | 'scheduled'> | WaitsFor, string>> = {
  pending: 'it is in line: it runs when its turn comes',
  running: 'it runs: if this attempt fails it is retried by itself',
  waiting: 'it waits for other jobs: run or cancel those',
  parked: 'its group is full: it runs when another job of the group has ended',
  succeeded: 'it has succeeded: enqueue a new job to do it again',
  cancelled: 'it was cancelled: enqueue a new job in its place',
}

/** Runs delayed jobs before their time. */
export class RunNow {
  readonly #runner: Runner
  readonly #deadLetters: DeadLetters
  readonly #events: Events

  constructor(runner: Runner, deadLetters: DeadLetters, events: Events) {
    this.#runner = runner
    this.#deadLetters = deadLetters
    this.#events = events
  }

  async run(id: string): Promise<RunNowResult> {
    const position = jobPosition(id)
    for (;;) {
      const found = await runNow(this.#runner, position)
      if (typeof found === 'string') throw refused(id, found)
      if (found !== undefined) {
        this.#events.emit('job.run-now', { id: jobId(position), type: found.type, queue: found.queue })
        return { id: jobId(position), replayed: false }
      }
      const job = await findJob(this.#runner, id)
      if (job === undefined) throw new UnknownJobError(jobId(position))
      if (job.status === 'failed') return { ...(await this.#deadLetters.replay(id)), replayed: true }
      // between the two reads its attempt has ended
      if (job.status === 'retryable' || job.status === 'scheduled') continue
      throw refused(id, job.status)
    }
  }
}

function refused(id: string, why: keyof typeof refusals): PawlError {
  return new PawlError('not-runnable', `${id} cannot be run now: ${refusals[why]}`)
}
