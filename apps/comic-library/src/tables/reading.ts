import { inTransaction, sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'
import type pg from 'pg'
import type { Progress } from './listed-issues.ts'
import { recountProgress } from './series-totals.ts'

const sql = sqlBeside(import.meta.url)

/** How far somebody has come; `completed` when left out: on the last page. */
export type ProgressChange = { readonly page: number; readonly completed?: boolean | undefined }

/** Undefined: there is no such issue, or no such reader. */
export const setProgress = (
  db: pg.Pool,
  reader: number,
  issue: number,
  { page, completed }: ProgressChange,
): Promise<Progress | undefined> =>
  inTransaction(db, async (tx) => {
    const held = await hold(tx, reader, issue)
    if (held === undefined) return undefined
    const isCompleted = completed ?? (held.pages > 0 && page >= held.pages)
    const at = Math.min(page, held.pages)
    const { rows } = await tx.query(sql('progress_set'), [reader, issue, at, isCompleted])
    await recountProgress(tx, [held.series], [reader])
    return { page: rows[0].page, completedAt: rows[0].completed_at, updatedAt: rows[0].updated_at }
  })

/** A page was shown to the reader: never goes back, and does nothing when they were as far before. */
export const moveForward = (db: pg.Pool, reader: number, issue: number, page: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    const held = await hold(tx, reader, issue)
    if (held === undefined) return
    const { rows } = await tx.query(sql('progress_forward'), [reader, issue, page, page >= held.pages])
    if (rows.length > 0) await recountProgress(tx, [held.series], [reader])
  })

/** As if the reader had never opened it. False: there is no such issue. */
export const clearProgress = (db: pg.Pool, reader: number, issue: number): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const held = await hold(tx, reader, issue)
    if (held === undefined) return false
    await tx.query(sql('progress_clear'), [reader, issue])
    await recountProgress(tx, [held.series], [reader])
    return true
  })

/** Marks a whole series as read, or as not read. False: there is no such series. */
export const markSeries = (db: pg.Pool, reader: number, series: number, isRead: boolean): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    await tx.query(sql('progress_hold_reader'), [reader])
    if ((await tx.query(sql('progress_hold_series'), [series])).rows.length === 0) return false
    await tx.query(sql(isRead ? 'series_mark_read' : 'series_mark_unread'), [reader, series])
    await recountProgress(tx, [series], [reader])
    return true
  })

export type ReadIssue = Progress & { readonly issueId: number }
export type ReadPlace = { readonly us: number; readonly id: number }

/** What a reader has read or begun, the last one first, and where the next page begins. */
export async function listProgress(
  db: Tx,
  reader: number,
  { after, limit }: { readonly after?: ReadPlace | undefined; readonly limit: number },
): Promise<{ readonly read: ReadIssue[]; readonly next: ReadPlace | undefined }> {
  const { rows } = await db.query(sql('progress_list'), [reader, after?.us ?? null, after?.id ?? null, limit])
  const read = rows.map((row) => ({
    issueId: Number(row.file_id),
    page: row.page,
    completedAt: row.completed_at,
    updatedAt: row.updated_at,
  }))
  const last = rows.length < limit ? undefined : rows.at(-1)
  return { read, next: last && { us: Number(last.updated_us), id: Number(last.file_id) } }
}

type Held = { readonly series: number; readonly pages: number }

async function hold(tx: Tx, reader: number, issue: number): Promise<Held | undefined> {
  if ((await tx.query(sql('progress_hold_reader'), [reader])).rows.length === 0) return undefined
  await tx.query(sql('progress_hold'), [issue])
  const [row] = (await tx.query(sql('progress_issue'), [issue])).rows
  return row && { series: Number(row.series_id), pages: row.page_count }
}
