import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'
import { skipReasonText } from '../walk/skip-reason-text.ts'

const sql = sqlBeside(import.meta.url)

/** What was not read, or less of it than there should be. */
export type SkippedFile = {
  /** Below the folder of the library. */
  readonly path: string
  /** What is wrong with the archive, or why the walk left it alone. */
  readonly code: string
  readonly reason: string
  /** The issue, where it is one all the same. */
  readonly issueId: number | null
}

/** In the order of their paths. */
export async function listSkipped(
  db: Tx,
  library: number,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<SkippedFile[]> {
  const { rows } = await db.query(sql('skipped_list'), [library, after ?? null, limit])
  return rows.map((row) => ({
    path: row.relative_path,
    code: row.code,
    reason: row.reason ?? skipReasonText(row.code),
    issueId: row.file_id === null ? null : Number(row.file_id),
  }))
}
