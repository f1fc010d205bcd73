import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'

const sql = sqlBeside(import.meta.url)

/** A chapter as people see it. */
export type ListedChapter = {
  readonly id: number
  readonly seriesId: number
  readonly seriesTitle: string
  /** A decimal; null for a one-shot. */
  readonly number: string | null
  /** Of a release that covers several. */
  readonly lastNumber: string | null
  readonly volume: string | null
  readonly title: string | null
  readonly publishedAt: Date | null
  readonly detectedAt: Date
  /** Where it can be read, the first that had it first. */
  readonly sources: readonly { readonly source: string; readonly url: string }[]
  readonly languages: readonly string[]
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the view, whatever else was selected with it
export function listedChapter(row: any): ListedChapter {
  return {
    id: Number(row.id),
    seriesId: Number(row.series_id),
    seriesTitle: row.series_title,
    number: row.number,
    lastNumber: row.last_number,
    volume: row.volume,
    title: row.title,
    publishedAt: row.published_at,
    detectedAt: row.first_detected_at,
    sources: row.sources,
    languages: row.languages,
  }
}

export async function findListedChapter(db: Tx, id: number): Promise<ListedChapter | undefined> {
  const [row] = (await db.query(sql('chapter_listed'), [id])).rows
  return row && listedChapter(row)
}

/** Where a page of a series' chapters ended. */
export type NumberPlace = { readonly number: string | null; readonly id: number }

/** Chapters of a series, the highest number first, one-shots last. */
export async function chaptersOfSeries(
  db: Tx,
  seriesId: number,
  after: NumberPlace | undefined,
  limit: number,
): Promise<ListedChapter[]> {
  const place = after === undefined ? [null, null] : [after.number ?? '-1', after.id]
  const { rows } = await db.query(sql('series_chapters'), [seriesId, ...place, limit])
  return rows.map(listedChapter)
}
