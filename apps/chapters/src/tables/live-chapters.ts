import { type LiveRange, LiveRows, sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'
import { type ListedChapter, listedChapter } from './listed-chapters.ts'

const sql = sqlBeside(import.meta.url)

/** New chapters as they come: all, or what one reader follows in the reader's languages. */
export type LiveChapters = LiveRows<ListedChapter, number | undefined>

export function liveChapters(db: Tx, pollMs: number): LiveChapters {
  return new LiveRows({ db, pollMs, between: chaptersBetween, anySince: anyChapterSince })
}

async function chaptersBetween(
  db: Tx,
  { since, until, after }: LiveRange,
  reader: number | undefined,
  limit: number,
): Promise<ListedChapter[]> {
  return (await db.query(sql('chapters_since'), [since, until, after, reader ?? null, limit])).rows.map(listedChapter)
}

async function anyChapterSince(db: Tx, since: string): Promise<boolean> {
  return (await db.query(sql('any_chapter_since'), [since])).rows[0].is_any
}
