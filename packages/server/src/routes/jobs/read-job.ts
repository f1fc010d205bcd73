import type { AttemptView, JobView, Pawl } from 'pawl'

/** A job, and its attempts as they were at that time. */
export type JobHistory = { readonly job: JobView; readonly attempts: readonly AttemptView[] }

/** Beyond this a job changes faster than it can be looked at: what was seen last is told. */
const mostLooks = 10

/**
 * Reads a job and its attempts as of one instant. They are two statements, and a job may go on in between: waiting as the one has
 * it, through as the other does. So it looks at the job again, until nothing has changed.
 */
export async function readJob(pawl: Pick<Pawl, 'job' | 'attempts'>, id: string): Promise<JobHistory | undefined> {
  let job = await pawl.job(id)
  for (let looks = 1; job !== undefined; looks++) {
    const attempts = await pawl.attempts(id)
    const again = await pawl.job(id)
    if (again === undefined) return undefined
    if (isSame(job, again) || looks === mostLooks) return { job: again, attempts }
    job = again
  }
  return undefined
}

/** Each step of a job changes one of these; progress and heartbeats do not matter to its attempts. */
function isSame(a: JobView, b: JobView): boolean {
  return step(a) === step(b)
}

function step({
  status,
  attempt,
  failures,
  crashes,
  deferrals,
  runAt,
  lockedBy,
  lockedAt,
  finishedAt,
}: JobView): string {
  return JSON.stringify([status, attempt, failures, crashes, deferrals, runAt, lockedBy, lockedAt, finishedAt])
}
