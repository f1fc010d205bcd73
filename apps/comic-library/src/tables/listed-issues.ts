import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'

const sql = sqlBeside(import.meta.url)

/** How far a reader has come in an issue. */
export type Progress = {
  /** The last page that was seen, from 1; 0: none. */
  readonly page: number
  readonly completedAt: Date | null
  readonly updatedAt: Date
}

export type ListedIssue = {
  readonly id: number
  readonly libraryId: number
  readonly seriesId: number
  readonly seriesName: string
  readonly fileName: string
  /** Below the folder of the library. */
  readonly path: string
  readonly extension: string
  readonly size: number
  readonly contentHash: string
  readonly hasCover: boolean
  readonly sortKey: string
  readonly addedAt: Date
  /** By its magic bytes; null while it is being read anew. */
  readonly format: string | null
  readonly pages: number
  readonly number: string | null
  readonly lastNumber: string | null
  readonly volume: string | null
  readonly year: number | null
  readonly title: string | null
  readonly isSpecial: boolean
  readonly publisher: string | null
  readonly language: string | null
  /** All that its ComicInfo says. */
  readonly comicInfo: Readonly<Record<string, unknown>> | null
  readonly warning: { readonly code: string; readonly text: string } | null
  /** Of the reader who was asked for; null: not begun. */
  readonly progress: Progress | null
}

/** Whose progress is shown with issues. */
export type ForReader = { readonly reader?: number | undefined }
export type IssuePlaceInSeries = { readonly sortKey: string; readonly path: string }

/** In the order of the series. */
export const issuesOfSeries = (
  db: Tx,
  series: number,
  { after, limit, reader }: ForReader & { readonly after?: IssuePlaceInSeries | undefined; readonly limit: number },
): Promise<ListedIssue[]> =>
  issues(db, 'issues_of_series', [series, after?.sortKey ?? null, after?.path ?? null, limit, reader ?? null])

/** The newest first. */
export const newestIssues = (
  db: Tx,
  { before, limit, reader }: ForReader & { readonly before?: number | undefined; readonly limit: number },
): Promise<ListedIssue[]> => issues(db, 'issues_newest', [before ?? null, limit, reader ?? null])

/** By their titles and file names. */
export const searchIssues = (
  db: Tx,
  {
    words,
    library,
    limit,
    reader,
  }: ForReader & { readonly words: string; readonly library?: number | undefined; readonly limit: number },
): Promise<ListedIssue[]> =>
  issues(db, 'issues_search', [
    `%${words.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`,
    library ?? null,
    limit,
    reader ?? null,
  ])

/** Begun and not finished, the last one first. */
export const issuesBegun = (db: Tx, reader: number, limit: number): Promise<ListedIssue[]> =>
  issues(db, 'issues_reading', [reader, limit])

/** The next one of each series that the reader has begun. */
export const issuesNext = (db: Tx, reader: number, limit: number): Promise<ListedIssue[]> =>
  issues(db, 'issues_next', [reader, limit])

export async function findIssue(db: Tx, id: number, reader?: number): Promise<ListedIssue | undefined> {
  return (await issues(db, 'issue_show', [id, reader ?? null]))[0]
}

async function issues(db: Tx, statement: string, values: unknown[]): Promise<ListedIssue[]> {
  return (await db.query(sql(statement), values)).rows.map(issue)
}

// biome-ignore lint/suspicious/noExplicitAny: a row as pg gives it
function issue(row: any): ListedIssue {
  return {
    id: Number(row.id),
    libraryId: Number(row.library_id),
    seriesId: Number(row.series_id),
    seriesName: row.series_name,
    fileName: row.file_name,
    path: row.relative_path,
    extension: row.extension,
    size: Number(row.size),
    contentHash: row.content_hash,
    hasCover: row.has_cover === true,
    sortKey: row.sort_key,
    addedAt: row.added_at,
    format: row.format,
    pages: row.page_count,
    number: row.number,
    lastNumber: row.last_number,
    volume: row.volume,
    year: row.year,
    title: row.title,
    isSpecial: row.is_special,
    publisher: row.publisher,
    language: row.language,
    comicInfo: row.comic_info,
    warning: row.warning_code === null ? null : { code: row.warning_code, text: row.warning_text },
    progress:
      row.read_page === null ? null : { page: row.read_page, completedAt: row.read_at, updatedAt: row.read_updated_at },
  }
}
