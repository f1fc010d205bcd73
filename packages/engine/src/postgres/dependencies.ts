import type { EndedDependency } from '../job/dependency.ts'
import { type JobId, jobId } from '../job/job-id.ts'
import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

const advance = statement('waiters_advance')
const last = statement('waiters_last')
const ended = statement('dependencies_ended')

/** Something has become of a job that waited for others. */
export type Advanced = {
  readonly id: JobId
  readonly type: string
  readonly queue: string
  readonly what: 'ready' | 'failed' | 'blocked'
  /** The job that decided it, and what that came to. */
  readonly on: JobId | undefined
  readonly endedAs: string | undefined
}

/** Goes through a page of those who wait. `next` is where the next page begins, undefined after the last. */
export async function advanceWaiters(
  runner: Runner,
  after: number,
  limit: number,
): Promise<{ readonly advanced: Advanced[]; readonly waiters: number; readonly next: number | undefined }> {
  const [page] = await runner.run(last, [after, limit])
  if (page.waiters === 0) return { advanced: [], waiters: 0, next: undefined }
  const rows = await runner.run(advance, [after, limit])
  const advanced = rows.map((row) => ({
    id: jobId(row.job_id),
    type: row.type,
    queue: row.queue,
    what: row.what,
    on: row.on_job === null ? undefined : jobId(row.on_job),
    endedAs: row.ended_as ?? undefined,
  }))
  return { advanced, waiters: page.waiters, next: page.waiters < limit ? undefined : page.last }
}

export async function endedDependencies(runner: Runner, job: number): Promise<EndedDependency[]> {
  const rows = await runner.run(ended, [job])
  return rows.map(({ id, ended_as, result, error }) => ({ id, status: ended_as, result, error }))
}
