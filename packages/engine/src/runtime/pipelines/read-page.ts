import { PawlError } from '../../errors.ts'
import type { Tx } from '../../job/job.ts'
import type { PhaseContext, PhaseDefinition } from '../../pipeline/phase.ts'
import type { KeyedRow } from './work-on-rows.ts'

/** Of a row that fails, the key is kept, under an index. */
const maxKeyLength = 500
const unstorable = /[\0\p{Surrogate}]/u

export type ReadPage = {
  readonly rows: KeyedRow[]
  /** Where the next page begins; null: this was the last. */
  readonly next: string | null
}

/** The next rows of a phase that are undone, each with its key. */
export async function readPage(
  phase: PhaseDefinition,
  tx: Tx,
  subject: string,
  after: string | null,
  context: PhaseContext,
): Promise<ReadPage> {
  const page = await phase.undone(tx, subject, { after, limit: phase.batch }, context)
  const { rows, after: told } = Array.isArray(page) ? { rows: page, after: undefined } : walked(phase, page)
  if (rows.length > phase.batch) {
    throw wrong(phase, `returned ${rows.length} rows, and was asked for ${phase.batch} at the most: use \`limit\``)
  }
  const keyed = rows.map((row) => ({ key: keyOf(phase, row), row }))
  const seen = new Set<string>()
  for (const { key } of keyed) {
    if (seen.has(key)) {
      throw wrong(
        phase,
        `returned two rows with the key '${key}': a row is known again by its key, so give each its own`,
      )
    }
    seen.add(key)
  }
  return { rows: keyed, next: told ?? keyed.at(-1)?.key ?? null }
}

function walked(phase: PhaseDefinition, page: unknown): { rows: readonly unknown[]; after: string } {
  const { rows, after } = (page ?? {}) as { rows?: unknown; after?: unknown }
  if (Array.isArray(rows) && typeof after === 'string' && after !== '') return { rows, after }
  throw wrong(phase, 'must return a list of rows, or { rows, after } with a text that says where the next page begins')
}

function keyOf(phase: PhaseDefinition, row: unknown): string {
  const key = phase.key === undefined ? (row as { id?: unknown } | null)?.id : phase.key(row)
  if ((typeof key === 'string' && key !== '') || typeof key === 'number' || typeof key === 'bigint') {
    return storable(phase, String(key))
  }
  throw wrong(
    phase,
    `returned a row without a key: give it an \`id\`, or the phase a \`key\` function; got ${String(key)}`,
  )
}

function storable(phase: PhaseDefinition, key: string): string {
  if (key.length > maxKeyLength) {
    throw wrong(
      phase,
      `returned a key of ${key.length} characters, and ${maxKeyLength} are the most: use a shorter one`,
    )
  }
  if (!unstorable.test(key)) return key
  throw wrong(
    phase,
    `returned a key that is no text that PostgreSQL can store, without NUL and half of a surrogate pair: ${JSON.stringify(key)}`,
  )
}

function wrong({ name }: PhaseDefinition, what: string): PawlError {
  return new PawlError('invalid-rows', `undone of the phase '${name}' ${what}`)
}
