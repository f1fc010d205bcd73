import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'

const sql = sqlBeside(import.meta.url)

export type ListedSeries = {
  readonly id: number
  readonly libraryId: number
  readonly libraryName: string
  readonly name: string
  /** The name evened out: what series are sorted and found by. */
  readonly nameKey: string
  readonly year: number | null
  readonly publisher: string | null
  readonly genres: readonly string[]
  readonly tags: readonly string[]
  readonly ageRating: string | null
  readonly language: string | null
  readonly comicvineId: string | null
  readonly metronId: string | null
  readonly issues: number
  readonly pages: number
  /** The issue whose cover is that of the series. */
  readonly coverIssueId: number | null
  readonly catalogueCover: string | null
  readonly createdAt: Date
  /** Of the reader who was asked for: null when they have not begun it. */
  readonly reading: { readonly read: number; readonly nextIssueId: number | null } | null
}

export type SeriesFilter = {
  readonly library?: number | undefined
  /** A part of the evened-out name. */
  readonly part?: string | undefined
  readonly after?: { readonly nameKey: string; readonly id: number } | undefined
  readonly limit: number
  readonly reader?: number | undefined
}

/** By name, a page of them. */
export async function listSeries(db: Tx, filter: SeriesFilter): Promise<ListedSeries[]> {
  const { library = null, part = null, after, limit, reader = null } = filter
  const values = [library, part, after?.nameKey ?? null, after?.id ?? null, limit, reader]
  return (await db.query(sql('series_listed'), values)).rows.map(series)
}

/** Undefined: there is none, or no issue of it is left. */
export async function findSeries(db: Tx, id: number, reader?: number): Promise<ListedSeries | undefined> {
  const [row] = (await db.query(sql('series_show'), [id, reader ?? null])).rows
  return row && series(row)
}

/** False: the issue is not one of the series. */
export async function setSeriesCover(db: Tx, id: number, issue: number | null): Promise<boolean> {
  return (await db.query(sql('series_set_cover'), [id, issue])).rows.length > 0
}

// biome-ignore lint/suspicious/noExplicitAny: a row as pg gives it
function series(row: any): ListedSeries {
  return {
    id: Number(row.id),
    libraryId: Number(row.library_id),
    libraryName: row.library_name,
    name: row.name,
    nameKey: row.name_key,
    year: row.year,
    publisher: row.publisher,
    genres: row.genres,
    tags: row.tags,
    ageRating: row.age_rating,
    language: row.language,
    comicvineId: row.comicvine_id,
    metronId: row.metron_id,
    issues: row.file_count,
    pages: row.page_count,
    coverIssueId: idOrNull(row.cover_file_id),
    catalogueCover: row.catalogue_cover,
    createdAt: row.created_at,
    reading: row.files_read === null ? null : { read: row.files_read, nextIssueId: idOrNull(row.next_file_id) },
  }
}

const idOrNull = (id: string | null) => (id === null ? null : Number(id))
