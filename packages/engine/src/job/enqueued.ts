import type { JobId } from './job-id.ts'
import type { JobState } from './states.ts'

/**
 * What the job that holds a key is doing. `dead`: it is a dead letter, and nothing runs under the key until it is replayed or discarded.
 * `running`: a worker has claimed it. `unknown`: its history is gone, or the caller's transaction does not see it.
 */
export type HeldBy = Exclude<JobState, 'failed'> | 'dead' | 'unknown'

/** What `enqueue` answers. */
export type Enqueued = {
  readonly id: JobId
  /** Its key was held, nothing new was made, and `id` is the job that holds it. */
  readonly duplicate: boolean
  /** Of a duplicate: the state of the job that holds the key. */
  readonly heldBy?: HeldBy
  /**
   * Of a duplicate with `onDuplicate: 'replace'` or `'reschedule'`: whether the job took what was passed. False: it has been
   * claimed, or has ended, and is left as it was.
   */
  readonly replaced?: boolean
}
