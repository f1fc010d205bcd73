import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'

const sql = sqlBeside(import.meta.url)

/** What makes a series one: a name, evened out, and what keeps it apart from others of that name. */
export type SeriesName = { readonly nameKey: string; readonly apartKey: string }

export async function namesWithoutSeries(
  tx: Tx,
  libraryId: string,
  after: SeriesName,
  limit: number,
): Promise<SeriesName[]> {
  const values = [libraryId, after.nameKey, after.apartKey, limit]
  return (await tx.query(sql('names_without_series'), values)).rows as SeriesName[]
}

export async function countNamesWithoutSeries(tx: Tx, libraryId: string): Promise<number> {
  return (await tx.query(sql('names_without_series_count'), [libraryId])).rows[0].n as number
}

/** How many were made. One that is there already is none of them, whoever made it. */
export async function makeSeries(tx: Tx, libraryId: string, names: readonly SeriesName[]): Promise<number> {
  const values = [libraryId, names.map(({ nameKey }) => nameKey), names.map(({ apartKey }) => apartKey)]
  return (await tx.query(sql('series_make'), values)).rows.length
}
