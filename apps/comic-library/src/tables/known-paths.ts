import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'
import type { KnownPath } from '../walk/difference.ts'

const sql = sqlBeside(import.meta.url)

/** A page of the walk has a hundred comics for the most part: twice that leaves room for what is skipped or gone. */
const pageRows = 200

type Row = {
  readonly path: string
  readonly size: number | null
  readonly mtimeNs: string | null
  readonly reason: string | null
}

/** What is on record of a library's folder after this path, in order: a page. */
export async function readKnownPaths(tx: Tx, libraryId: string, after: string): Promise<KnownPath[]> {
  const rows = (await tx.query(sql('known_paths'), [libraryId, after, pageRows])).rows as Row[]
  const known: KnownPath[] = []
  for (const { path, size, mtimeNs, reason } of rows) {
    const last = known.at(-1)
    const said = reason === null ? { file: { size: size!, mtimeNs: mtimeNs! } } : { skipped: reason }
    if (last?.path === path) known[known.length - 1] = { ...last, ...said }
    else known.push({ path, ...said })
  }
  // of the last path of a full page there may be more on the next
  if (rows.length === pageRows && known.length > 1) known.pop()
  return known
}

/** Up to 1,000. */
export async function countFiles(tx: Tx, libraryId: string): Promise<number> {
  return (await tx.query(sql('files_any'), [libraryId])).rows[0].files as number
}
