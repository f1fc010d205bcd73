import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'

const sql = sqlBeside(import.meta.url)

/** An address that is analysed again and again. */
export type Rerun = {
  readonly id: number
  readonly address: string
  readonly everyMs: number
  readonly nextRunAt: Date
  readonly lastReportId: number | null
  readonly pausedAt: Date | null
  readonly createdAt: Date
}

export async function setRerun(tx: Tx, address: string, everyMs: number): Promise<Rerun> {
  return rerunOf((await tx.query(sql('rerun_set'), [address, everyMs])).rows[0])
}

export async function listReruns(tx: Tx, before: number | undefined, limit: number): Promise<readonly Rerun[]> {
  return (await tx.query(sql('rerun_list'), [before ?? null, limit])).rows.map(rerunOf)
}

/** False: there is none. */
export async function removeRerun(tx: Tx, id: number): Promise<boolean> {
  return (await tx.query(sql('rerun_remove'), [id])).rows.length > 0
}

export async function pauseRerun(tx: Tx, id: number, isPaused: boolean): Promise<Rerun | undefined> {
  const [row] = (await tx.query(sql('rerun_pause'), [id, isPaused])).rows
  return row && rerunOf(row)
}

/** Takes what is due, so many at the most, and puts it off until its next time. */
export async function dueReruns(
  tx: Tx,
  limit: number,
): Promise<readonly { readonly id: number; readonly address: string }[]> {
  return (await tx.query(sql('rerun_due'), [limit])).rows.map(({ id, address }) => ({ id: Number(id), address }))
}

export async function rerunBegan(tx: Tx, id: number, reportId: number): Promise<void> {
  await tx.query(sql('rerun_began'), [id, reportId])
}

// biome-ignore lint/suspicious/noExplicitAny: a row, whose columns the statement names
function rerunOf(row: any): Rerun {
  return {
    id: Number(row.id),
    address: row.address,
    everyMs: row.every_ms,
    nextRunAt: row.next_run_at,
    lastReportId: row.last_report_id === null ? null : Number(row.last_report_id),
    pausedAt: row.paused_at,
    createdAt: row.created_at,
  }
}
