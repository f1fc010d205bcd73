import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'

const sql = sqlBeside(import.meta.url)

/**
 * Counts series anew, and what is next for their readers: to be called in every transaction in which a file comes to a series or leaves
 * one. How many of them the scan with this run had not brought a file before.
 */
export async function recountSeries(tx: Tx, ids: readonly number[], { run }: { run?: number } = {}): Promise<number> {
  if (ids.length === 0) return 0
  const { rows } = await tx.query(sql('series_recount'), [ids, run ?? null])
  await recountProgress(tx, ids)
  return rows[0].fresh as number
}

/** What is read of series, and what comes next: to be called in every transaction in which a reader gets on. All readers if none is named. */
export async function recountProgress(
  tx: Tx,
  seriesIds: readonly number[],
  readerIds: readonly number[] | null = null,
): Promise<void> {
  if (seriesIds.length === 0) return
  await tx.query(sql('series_progress_drop'), [seriesIds, readerIds])
  await tx.query(sql('series_progress_recount'), [seriesIds, readerIds])
}
