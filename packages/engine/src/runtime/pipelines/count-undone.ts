import { PawlError } from '../../errors.ts'
import type { Tx } from '../../job/job.ts'
import type { PhaseContext, PhaseDefinition } from '../../pipeline/phase.ts'

/** How many rows are undone, as the phase says; null where it does not say. PostgreSQL's own count comes as a text, which will do. */
export async function countUndone(
  phase: PhaseDefinition,
  tx: Tx,
  subject: string,
  context: PhaseContext,
): Promise<number | null> {
  if (phase.count === undefined) return null
  const said: unknown = await phase.count(tx, subject, context)
  const count = typeof said === 'string' && said !== '' ? Number(said) : said
  if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 0) return count
  if (typeof count === 'bigint' && count >= 0n) return Number(count)
  throw new PawlError(
    'invalid-count',
    `count of the phase '${phase.name}' must return a whole number of 0 or more; got ${String(said)}`,
  )
}
