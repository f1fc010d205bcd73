import type { JobId } from './job-id.ts'

/** What became of a job that another one waited for. */
export type EndedDependency = {
  readonly id: JobId
  readonly status: 'succeeded' | 'failed' | 'cancelled' | 'discarded' | 'unknown'
  readonly result: unknown
  readonly error: unknown
}
