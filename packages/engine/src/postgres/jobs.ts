import type { AttemptView } from '../job/attempt-view.ts'
import { jobPosition } from '../job/job-id.ts'
import type { JobState } from '../job/states.ts'
import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

export type { AttemptView }

/** A job as people see it: a row of the view `pawl.jobs`. */
export type JobView = {
  readonly id: string
  readonly queue: string
  readonly type: string
  readonly version: number
  readonly body: unknown
  readonly status: JobState
  readonly priority: number
  /** Null while it waits for a slot of its group. */
  readonly runAt: Date | null
  readonly attempt: number
  readonly maxAttempts: number
  readonly failures: number
  readonly crashes: number
  readonly deferrals: number
  readonly key: string | null
  readonly group: string | null
  readonly source: string | null
  readonly lockedBy: string | null
  readonly lockedAt: Date | null
  readonly heartbeatAt: Date | null
  readonly progress: unknown
  /** What its handler returned; null also if that was nothing. */
  readonly result: unknown
  readonly error: unknown
  readonly trace: string | null
  readonly createdAt: Date
  readonly finishedAt: Date | null
  readonly replays: string | null
}

const show = statement('job_show')
const attempts = statement('job_attempts')

export async function findJob(runner: Runner, id: string): Promise<JobView | undefined> {
  const [row] = await runner.run(show, [id])
  return row && camelCase(row)
}

export async function findAttempts(runner: Runner, id: string): Promise<AttemptView[]> {
  return (await runner.run(attempts, [jobPosition(id)])).map(({ pos, ...row }) => ({
    position: pos,
    ...camelCase<Omit<AttemptView, 'position'>>(row),
  }))
}

const instants = ['run_at', 'locked_at', 'heartbeat_at', 'created_at', 'finished_at']

/** A job that came as JSON, which has no instants. */
export function asJobView(row: Record<string, unknown>): JobView {
  for (const name of instants) if (row[name] !== null) row[name] = new Date(row[name] as string)
  return camelCase(row)
}

/** snake_case stops here. */
export function camelCase<T>(row: Record<string, unknown>): T {
  const pairs = Object.entries(row).map(([name, value]) => [
    name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()),
    value,
  ])
  return Object.fromEntries(pairs) as T
}
