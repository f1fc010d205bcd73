import type { EndedDependency } from '../job/dependency.ts'
import { type JobId, jobId } from '../job/job-id.ts'
import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

const look = statement('awaited_jobs')
const advance = statement('advance_waiters')
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
  /** Others wait for it. */
  readonly isAwaited: boolean
}

/** A page of the jobs that others wait for: which of them may have ended. `next` is where the next page begins, undefined after the last. */
export type Awaited = { readonly ended: readonly number[]; readonly awaited: number; readonly next: number | undefined }

export async function awaitedJobs(runner: Runner, after: number, limit: number): Promise<Awaited> {
  const [{ ended, awaited, last }] = await runner.run(look, [after, limit])
  return { ended, awaited, next: last ?? undefined }
}

/** One who waits, and whom it waits for. */
export type WaiterPlace = { readonly on: number; readonly job: number }

/** Goes through a page of those who wait for one of these jobs. `next` is behind whom the next page begins, undefined after the last. */
export async function advanceWaiters(
  runner: Runner,
  ended: readonly number[],
  behind: WaiterPlace,
  limit: number,
): Promise<{ readonly advanced: Advanced[]; readonly next: WaiterPlace | undefined }> {
  const rows = await runner.run(advance, [ended, behind.on, behind.job, limit])
  const next = rows.at(-1)?.what === null ? rows.pop() : undefined
  const advanced = rows.map((row) => ({
    id: jobId(row.job_id),
    type: row.type,
    queue: row.queue,
    what: row.what,
    on: row.on_job === null ? undefined : jobId(row.on_job),
    endedAs: row.ended_as ?? undefined,
    isAwaited: row.is_awaited,
  }))
  return { advanced, next: next && { on: next.on_job, job: next.job_id } }
}

export async function endedDependencies(runner: Runner, job: number): Promise<EndedDependency[]> {
  const rows = await runner.run(ended, [job])
  return rows.map(({ id, ended_as, result, error }) => ({ id, status: ended_as, result, error }))
}
