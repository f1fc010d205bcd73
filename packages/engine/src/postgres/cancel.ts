import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

/** Where a job is: `later` waits for its time, `line` stands in line or runs, the others have ended. */
export type JobPlace = {
  readonly position: number
  readonly attempt: number | null
  readonly state: string
  readonly queue: string
  readonly type: string
}

const places = statement('job_places')
const inLater = statement('cancel_later')
const inLine = statement('cancel_in_line')
const byFilter = statement('unsettled_by_filter')

export async function findPlaces(runner: Runner, positions: readonly number[]): Promise<JobPlace[]> {
  const rows = await runner.run(places, [positions])
  return rows.map(({ job_id, pos, state, queue, type }) => ({ position: job_id, attempt: pos, state, queue, type }))
}

export async function cancelLater(runner: Runner, positions: readonly number[]): Promise<number[]> {
  const [row] = await runner.run(inLater, [positions])
  return row.ids.map(Number)
}

export async function cancelInLine(runner: Runner, attempts: readonly number[]): Promise<number[]> {
  const [row] = await runner.run(inLine, [attempts])
  return row.positions.map(Number)
}

/** Those that have not ended among the next so many jobs, and where to go on; null when all were looked at. */
export async function unsettledByFilter(
  runner: Runner,
  filter: { readonly queue?: string; readonly type?: string },
  after: number,
  jobs: number,
): Promise<{ readonly positions: number[]; readonly upto: number | null }> {
  const [row] = await runner.run(byFilter, [filter.queue ?? null, filter.type ?? null, after, jobs])
  return { positions: row.ids.map(Number), upto: row.upto }
}
