import { PawlError } from '../../errors.ts'
import type { Tx } from '../../job/job.ts'
import type { PhaseContext, PhaseDefinition } from '../../pipeline/phase.ts'
import type { KeyedRow } from './work-on-rows.ts'

/** The next rows of a phase that are undone, each with its key. */
export async function readPage(
  phase: PhaseDefinition,
  tx: Tx,
  subject: string,
  after: string | null,
  context: PhaseContext,
): Promise<KeyedRow[]> {
  const rows = await phase.undone(tx, subject, { after, limit: phase.batch }, context)
  if (!Array.isArray(rows)) throw wrong(phase, 'must return a list of rows')
  if (rows.length > phase.batch) {
    throw wrong(phase, `returned ${rows.length} rows, and was asked for ${phase.batch} at the most: use \`limit\``)
  }
  return rows.map((row) => ({ key: keyOf(phase, row), row }))
}

function keyOf(phase: PhaseDefinition, row: unknown): string {
  const key = phase.key === undefined ? (row as { id?: unknown } | null)?.id : phase.key(row)
  if ((typeof key === 'string' && key !== '') || typeof key === 'number' || typeof key === 'bigint') return String(key)
  throw wrong(
    phase,
    `returned a row without a key: give it an \`id\`, or the phase a \`key\` function; got ${String(key)}`,
  )
}

function wrong({ name }: PhaseDefinition, what: string): PawlError {
  return new PawlError('invalid-rows', `undone of the phase '${name}' ${what}`)
}
