import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'
import { type ListedChapter, listedChapter } from './listed-chapters.ts'

const sql = sqlBeside(import.meta.url)

/** A snapshot of PostgreSQL as text: what was visible then. */
export type Snapshot = string

export async function snapshotNow(db: Tx): Promise<Snapshot> {
  return (await db.query(sql('snapshot_now'))).rows[0].place
}

/** Chapters that `until` shows and `since` does not, in order of their ids, after one of them. */
export async function chaptersBetween(
  db: Tx,
  at: { readonly since: Snapshot; readonly until: Snapshot; readonly after: number },
  reader: number | undefined,
  limit: number,
): Promise<ListedChapter[]> {
  const values = [at.since, at.until, at.after, reader ?? null, limit]
  return (await db.query(sql('chapters_since'), values)).rows.map(listedChapter)
}

/** Whether anything is new since then, and where things stand now. */
export async function anyChapterSince(db: Tx, since: Snapshot): Promise<{ isAny: boolean; now: Snapshot }> {
  const row = (await db.query(sql('any_chapter_since'), [since])).rows[0]
  return { isAny: row.is_any, now: row.place }
}
