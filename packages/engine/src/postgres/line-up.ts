import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

const move = statement('line_up')
const nextDue = statement('later_next')
const lookForLate = statement('expire_look')
const expire = statement('expire')
const expireInPark = statement('expire_parked')

const batch = 1_000

/** Moves a batch of what is due into the line. Returns how many. */
export async function lineUpDue(runner: Runner): Promise<number> {
  const [row] = await runner.run(move, [batch])
  return row.moved
}

export async function untilNextDue(runner: Runner): Promise<number | undefined> {
  const [row] = await runner.run(nextDue)
  return row?.ms
}

export type ExpiredJob = { readonly jobPosition: number; readonly type: string; readonly queue: string }

/** Whether jobs whose `startBefore` has passed may be in line, within so many ms, or parked under their group. */
export async function hasLate(runner: Runner, lookBackMs: number): Promise<{ inLine: boolean; parked: boolean }> {
  const [row] = await runner.run(lookForLate, [lookBackMs])
  return { inLine: row.late, parked: row.parked }
}

/** Ends jobs in line whose `startBefore` has passed, within so many ms. Returns them, a batch at the most. */
export async function expireLate(runner: Runner, lookBackMs: number): Promise<ExpiredJob[]> {
  return expiredJobs(await runner.run(expire, [batch, lookBackMs]))
}

/** The same for jobs that are parked under their group. */
export async function expireParked(runner: Runner): Promise<ExpiredJob[]> {
  return expiredJobs(await runner.run(expireInPark, [batch]))
}

function expiredJobs([row]: readonly { readonly expired: [number, string, string][] }[]): ExpiredJob[] {
  return row!.expired.map(([jobPosition, type, queue]) => ({ jobPosition, type, queue }))
}

export const lineUpBatch = batch
