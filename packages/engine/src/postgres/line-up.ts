import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

const move = statement('line_up')
const nextDue = statement('later_next')
const expire = statement('expire')

const batch = 1_000

/** Moves a batch of what is due into the line. Returns how many. */
export async function lineUpDue(runner: Runner): Promise<number> {
  const [row] = await runner.run(move, [batch])
  return row.moved
}

export async function untilNextDue(runner: Runner): Promise<number | undefined> {
  const [row] = await runner.run(nextDue)
  return row.ms ?? undefined
}

/** Ends jobs in line whose `startBefore` has passed. Returns their positions. */
export async function expireLate(runner: Runner): Promise<number[]> {
  return (await runner.run(expire, [batch])).map((row) => row.job_id)
}

export const lineUpBatch = batch
