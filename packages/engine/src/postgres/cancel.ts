import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

/** Where a job is: `later` waits for its time, `line` stands in line or runs, the others have ended. */
export type JobPlace = { readonly position: number; readonly attempt: number | null; readonly state: string }

const places = statement('job_places')
const inLater = statement('cancel_later')
const inLine = statement('cancel_in_line')
const byFilter = statement('unsettled_by_filter')

export async function findPlaces(runner: Runner, positions: readonly number[]): Promise<JobPlace[]> {
  const rows = await runner.run(places, [positions])
  return rows.map((row) => ({ position: row.job_id, attempt: row.pos, state: row.state }))
}

export async function cancelLater(runner: Runner, positions: readonly number[]): Promise<number[]> {
  const [row] = await runner.run(inLater, [positions])
  return row.ids.map(Number)
}

export async function cancelInLine(runner: Runner, attempts: readonly number[]): Promise<number[]> {
  const [row] = await runner.run(inLine, [attempts])
  return row.positions.map(Number)
}

export async function unsettledByFilter(
  runner: Runner,
  filter: { readonly queue?: string; readonly type?: string },
  after: number,
  limit: number,
): Promise<number[]> {
  return (await runner.run(byFilter, [filter.queue ?? null, filter.type ?? null, after, limit])).map((row) => row.id)
}
