import type { JobId } from './job-id.ts'

/** What `enqueue` answers. */
export type Enqueued = {
  readonly id: JobId
  /** Its key was held, nothing new was made, and `id` is the job that holds it. */
  readonly duplicate: boolean
  /**
   * Of a duplicate with `onDuplicate: 'replace'` or `'reschedule'`: whether the job took what was passed. False: it has been
   * claimed, or has ended, and is left as it was.
   */
  readonly replaced?: boolean
}
