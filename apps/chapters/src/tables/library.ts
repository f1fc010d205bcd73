import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'

const sql = sqlBeside(import.meta.url)

/** A series that a reader follows. */
export type LibraryEntry = {
  readonly seriesId: number
  readonly title: string
  readonly latestChapter: string | null
  readonly lastChapterAt: Date | null
  /** Whether the reader is told of new chapters. */
  readonly notify: boolean
  readonly readThrough: string | null
  readonly addedAt: Date
  readonly unread: number
}

export async function listLibrary(
  db: Tx,
  reader: number,
  after: number | undefined,
  limit: number,
): Promise<LibraryEntry[]> {
  const { rows } = await db.query(sql('library_list'), [reader, after ?? null, limit])
  return rows.map((row) => ({
    seriesId: Number(row.series_id),
    title: row.title,
    latestChapter: row.latest_chapter,
    lastChapterAt: row.last_chapter_at,
    notify: row.notify_new_chapters,
    readThrough: row.read_through,
    addedAt: row.added_at,
    unread: row.unread,
  }))
}

/** False: there is no such reader or no such series. */
export const addToLibrary = (db: Tx, reader: number, series: number, notify?: boolean | undefined): Promise<boolean> =>
  does(db, 'library_add', [reader, series, notify ?? null])

/** False: the reader does not follow it. */
export const removeFromLibrary = (db: Tx, reader: number, series: number): Promise<boolean> =>
  does(db, 'library_remove', [reader, series])

/** False: the reader does not follow it. */
export const readThrough = (db: Tx, reader: number, series: number, number: string | null): Promise<boolean> =>
  does(db, 'library_read_through', [reader, series, number])

/** False: there is no such reader or no such chapter. */
export const markRead = (db: Tx, reader: number, chapter: number): Promise<boolean> =>
  does(db, 'chapter_mark_read', [reader, chapter])

/** False: it was not marked. */
export const markUnread = (db: Tx, reader: number, chapter: number): Promise<boolean> =>
  does(db, 'chapter_mark_unread', [reader, chapter])

async function does(db: Tx, statement: string, values: unknown[]): Promise<boolean> {
  return (await db.query(sql(statement), values)).rows.length > 0
}
