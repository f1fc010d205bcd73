import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'

const sql = sqlBeside(import.meta.url)

/** The title that a source has for a series, unless another source has named it before. */
export async function nameSeries(tx: Tx, seriesSourceId: number, title: string): Promise<void> {
  await tx.query(sql('series_name'), [seriesSourceId, title])
}

/** Raises the newest chapter of the series of these chapters, if they do. */
export async function raiseLatest(tx: Tx, seriesIds: readonly number[], chapterIds: readonly number[]): Promise<void> {
  await tx.query(sql('series_hold'), [seriesIds])
  await tx.query(sql('series_raise'), [chapterIds])
}
