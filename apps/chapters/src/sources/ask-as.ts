import type { Job } from 'pawl'
import type { Ask } from './chapter-source.ts'

/** `job.fetch` in the name of a source, also for a job that was enqueued without one. */
export function askAs(job: Pick<Job, 'fetch'>, source: string): Ask {
  return (url, options) => job.fetch(url, { source, ...options })
}
