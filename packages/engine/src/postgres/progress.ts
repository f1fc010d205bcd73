import type { LeaseRef } from './claim.ts'
import type { Runner } from './runner.ts'
import type { SettlingWorker } from './settle.ts'
import { statement } from './statement.ts'

export type ProgressOf = { readonly lease: LeaseRef; readonly pos: number; readonly jobPosition: number }

const write = statement('progress_write')

/** Writes a job's progress, as JSON, while its attempt is open. False: the lease is lost, nothing was written. */
export async function writeProgress(
  runner: Runner,
  worker: SettlingWorker,
  of: ProgressOf,
  value: string,
): Promise<boolean> {
  const { lane, turn, claim } = of.lease
  const rows = await runner.run(write, [worker.id, lane, turn, claim, of.pos, of.jobPosition, value])
  return rows.length === 1
}
