import type { ErrorRecord } from '../job/error-record.ts'
import type { JobState } from '../job/states.ts'
import { camelCase } from './jobs.ts'
import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

/** A job as those see it who wait for its result or watch it. */
export type JobLook = {
  readonly jobId: number
  /** Its newest attempt, 0 if it has none yet. */
  readonly pos: number
  readonly state: JobState
  readonly attempt: number
  readonly error: ErrorRecord | null
  readonly result: unknown
  readonly hasResult: boolean
  readonly progress: unknown
  /** To the microsecond: two reports of a fast job fit into one millisecond. */
  readonly progressAtMs: number | null
  readonly runAt: Date | null
}

const look = statement('result_look')
const keep = statement('result_keep')

/** One look at many jobs. Those that do not exist are left out. */
export async function lookAtJobs(runner: Runner, positions: readonly number[]): Promise<JobLook[]> {
  return (await runner.run(look, [positions])).map((row) => camelCase(row))
}

/** Inside job.commit: what its callback returned. */
export async function keepResult(runner: Runner, pos: number, result: string): Promise<void> {
  await runner.run(keep, [pos, result])
}
