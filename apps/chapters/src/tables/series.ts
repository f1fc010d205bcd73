import type { Tx } from 'pawl'
import { sql } from './sql.ts'

export type AddedSeries = { readonly seriesSourceId: number; readonly seriesId: number; readonly isNew: boolean }

const uniqueViolation = '23505'

/** A series at a source, made if nobody follows it yet. Not for a transaction that goes on: of two that race, one fails first. */
export async function addSeries(
  db: Tx,
  at: { readonly title: string; readonly sourceName: string; readonly sourceId: string; readonly url: string },
): Promise<AddedSeries> {
  const add = () => db.query(sql('series_add'), [at.title, at.sourceName, at.sourceId, at.url])
  const { rows } = await add().catch((error) => {
    if (error.code !== uniqueViolation) throw error
    // somebody has just made it: now it is known
    return add()
  })
  return { seriesSourceId: Number(rows[0].id), seriesId: Number(rows[0].series_id), isNew: rows[0].is_new }
}

/** The title that a source has for a series, unless another source has named it before. */
export async function nameSeries(tx: Tx, seriesSourceId: number, title: string): Promise<void> {
  await tx.query(sql('series_name'), [seriesSourceId, title])
}

/** Raises the newest chapter of the series of these chapters, if they do. */
export async function raiseLatest(tx: Tx, seriesIds: readonly number[], chapterIds: readonly number[]): Promise<void> {
  await tx.query(sql('series_hold'), [seriesIds])
  await tx.query(sql('series_raise'), [chapterIds])
}
