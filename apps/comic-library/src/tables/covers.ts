import type { Tx } from 'pawl'
import { sql } from './sql.ts'

export type UncoveredFile = {
  readonly id: number
  readonly path: string
  readonly size: number
  readonly hash: string
  readonly coverPage: string | null
}

export type CoverWarning = { readonly code: string; readonly text: string }

export async function uncoveredFiles(
  tx: Tx,
  libraryId: string,
  after: string | null,
  limit: number,
): Promise<UncoveredFile[]> {
  return (await tx.query(sql('files_uncovered'), [libraryId, after ?? 0, limit])).rows as UncoveredFile[]
}

export async function countUncovered(tx: Tx, libraryId: string): Promise<number> {
  return (await tx.query(sql('files_uncovered_count'), [libraryId])).rows[0].n as number
}

/** Those with a warning have no cover, and others that have none have no page. */
export async function writeCovers(
  tx: Tx,
  covers: readonly { readonly id: number; readonly isMade: boolean; readonly warning?: CoverWarning | undefined }[],
): Promise<void> {
  const states = covers.map(({ isMade }) => (isMade ? 'made' : 'none'))
  await tx.query(sql('files_cover'), [covers.map(({ id }) => id), states])
  const warned = covers.filter(({ warning }) => warning !== undefined)
  if (warned.length === 0) return
  const [codes, texts] = [warned.map(({ warning }) => warning!.code), warned.map(({ warning }) => warning!.text)]
  await tx.query(sql('files_warn'), [warned.map(({ id }) => id), codes, texts])
}
