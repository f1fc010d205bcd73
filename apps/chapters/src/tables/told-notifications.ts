import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'
import { type ListedChapter, listedChapter } from './listed-chapters.ts'

const sql = sqlBeside(import.meta.url)

/** What a reader was told. */
export type ToldNotification = {
  readonly id: number
  readonly createdAt: Date
  readonly seenAt: Date | null
  readonly chapter: ListedChapter
}

export async function listNotifications(
  db: Tx,
  reader: number,
  page: { readonly before: number | undefined; readonly limit: number; readonly unseen: boolean },
): Promise<ToldNotification[]> {
  const { rows } = await db.query(sql('notifications_list'), [reader, page.before ?? null, page.limit, page.unseen])
  return rows.map((row) => ({
    id: Number(row.notification_id),
    createdAt: row.created_at,
    seenAt: row.seen_at,
    chapter: listedChapter(row),
  }))
}

/** How many were not seen before. */
export async function seeNotifications(
  db: Tx,
  reader: number,
  which: { readonly ids?: readonly number[] | undefined; readonly through?: number | undefined },
): Promise<number> {
  const { rows } = await db.query(sql('notifications_see'), [reader, which.ids ?? null, which.through ?? null])
  return rows[0].count
}
