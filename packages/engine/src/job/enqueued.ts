import type { JobId } from './job-id.ts'

/** What `enqueue` answers. `duplicate`: its key was held, nothing new was made, and `id` is the job that holds it. */
export type Enqueued = { readonly id: JobId; readonly duplicate: boolean }
