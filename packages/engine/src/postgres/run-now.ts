import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

const now = statement('run_now')

/** `parked`: for a slot of its group. `waiting`: for other jobs. */
export type WaitsFor = 'parked' | 'waiting'

/** Undefined: the job is not delayed. */
export async function runNow(
  runner: Runner,
  position: number,
): Promise<{ readonly queue: string; readonly type: string } | WaitsFor | undefined> {
  const [row] = await runner.run(now, [position])
  if (row === undefined) return undefined
  return row.waits_for ?? { queue: row.queue, type: row.type }
}
