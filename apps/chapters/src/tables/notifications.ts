import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'

const sql = sqlBeside(import.meta.url)

/** A chapter as its announcement needs it. */
export type ChapterToAnnounce = {
  readonly id: number
  readonly seriesId: number
  readonly isBacklog: boolean
  /** 0 when it is published. */
  readonly publishedInMs: number
  /** In which it can be read; '*' where a source does not say. */
  readonly languages: readonly string[]
}

/** A batch of readers of a series. */
export type ToldBatch = {
  /** Readers who follow it, told or not. Fewer than asked for: these were the last. */
  readonly lookedAt: number
  readonly lastReader: number
  /** Notifications that were written: of readers who read one of the languages and had not been told. */
  readonly notificationIds: readonly number[]
}

export async function chapterToAnnounce(tx: Tx, chapterId: number): Promise<ChapterToAnnounce | undefined> {
  const [row] = (await tx.query(sql('chapter_to_announce'), [chapterId])).rows
  if (row === undefined) return undefined
  return {
    id: Number(row.id),
    seriesId: Number(row.series_id),
    isBacklog: row.is_backlog,
    publishedInMs: row.published_in_ms ?? 0,
    languages: row.languages,
  }
}

/** Tells the readers after `lastReader` about a chapter, so many at the most. */
export async function tellReaders(
  tx: Tx,
  chapter: ChapterToAnnounce,
  lastReader: number,
  most: number,
): Promise<ToldBatch> {
  const values = [chapter.seriesId, chapter.id, lastReader, most, chapter.languages]
  const [row] = (await tx.query(sql('notifications_write'), values)).rows
  return {
    lookedAt: row.looked_at,
    lastReader: Number(row.last_reader ?? lastReader),
    notificationIds: row.notification_ids.map(Number),
  }
}

/** Holds the chapter; false if somebody is ingesting a release of it at this moment. */
export async function holdUnlessBusy(tx: Tx, chapterId: number): Promise<boolean> {
  return (await tx.query(sql('chapter_hold_unless_busy'), [chapterId])).rows.length > 0
}
