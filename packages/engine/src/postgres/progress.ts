import type { Runner } from './runner.ts'
import type { SettlingWorker } from './settle.ts'
import { statement } from './statement.ts'
import { type AttemptRef, proof } from './steps.ts'

const write = statement('progress_write')

/** busy: somebody is about to take the attempt away; nothing was written, and whether the lease is lost is not known yet. */
export type ProgressAnswer = 'written' | 'lost' | 'busy'

/** Writes a job's progress, as JSON, while its attempt is open. */
export async function writeProgress(
  runner: Runner,
  worker: SettlingWorker,
  of: AttemptRef,
  value: string,
): Promise<ProgressAnswer> {
  const [row] = await runner.run(write, [...proof(worker, of), of.jobPosition, value])
  return row.held === null ? 'busy' : row.held ? 'written' : 'lost'
}
