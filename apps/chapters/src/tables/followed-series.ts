import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'

const sql = sqlBeside(import.meta.url)

/** Where a series is published: what an address stands for. */
export type SourcePlace = {
  readonly title: string
  readonly sourceName: string
  readonly sourceId: string
  readonly url: string
}

export type FollowedSeries = { readonly seriesId: number; readonly seriesSourceId: number; readonly isNew: boolean }

const uniqueViolation = '23505'

/** The series at a place, made if nobody has named it before. Takes a pool: of two that race, one fails first and looks again. */
export async function makeSeries(db: Tx, at: SourcePlace): Promise<FollowedSeries> {
  const make = () => db.query(sql('series_follow'), [at.title, at.sourceName, at.sourceId, at.url])
  const { rows } = await make().catch((error) => {
    if (error.code !== uniqueViolation) throw error
    return make()
  })
  const [row] = rows
  return { seriesId: Number(row.series_id), seriesSourceId: Number(row.series_source_id), isNew: row.is_new }
}

/** Undefined: the place belongs to a series already. */
export async function addSource(db: Tx, seriesId: number, at: SourcePlace): Promise<number | undefined> {
  const { rows } = await db.query(sql('series_source_add'), [seriesId, at.sourceName, at.sourceId, at.url])
  return rows[0] && Number(rows[0].id)
}

export async function seriesAt(db: Tx, at: SourcePlace): Promise<number | undefined> {
  const { rows } = await db.query(sql('series_source_at'), [at.sourceName, at.sourceId])
  return rows[0] && Number(rows[0].series_id)
}

export async function pauseSeries(db: Tx, id: number): Promise<void> {
  await db.query(sql('series_pause'), [id])
}

export async function resumeSeries(db: Tx, id: number): Promise<void> {
  await db.query(sql('series_resume'), [id])
}

/** Ends what failures in a row have closed off. */
export async function reopenSeries(db: Tx, id: number): Promise<void> {
  await db.query(sql('series_reopen'), [id])
}

export async function removeSeries(db: Tx, id: number): Promise<boolean> {
  return (await db.query(sql('series_remove'), [id])).rows.length > 0
}
