import { sqlBeside } from '@pawl/app'
import type { EnqueuedRow, Tx } from 'pawl'

const sql = sqlBeside(import.meta.url)

/** A row of scrape_job that has no engine job yet. */
export type ScrapeToEnqueue = {
  readonly id: number
  /** Null: the row names no source that exists. */
  readonly source: string | null
}

/** What a row asks for. Another program may have written it, so nothing of it has been checked. */
export type BegunScrape = {
  readonly intakeId: number | null
  readonly sourceId: number | null
  readonly queryParams: unknown
}

/** Rows that other programs have inserted, oldest first. */
export async function scrapesToTakeUp(tx: Tx, limit: number): Promise<ScrapeToEnqueue[]> {
  return (await tx.query(sql('scrape_jobs_to_take_up'), [limit])).rows.map(toEnqueue)
}

/** Adds scheduled rows. A pair that has an open scheduled job gets none. */
export async function addScheduledScrapes(
  tx: Tx,
  pairs: readonly { readonly intakeId: number; readonly sourceId: number }[],
): Promise<ScrapeToEnqueue[]> {
  const ids = [pairs.map(({ intakeId }) => intakeId), pairs.map(({ sourceId }) => sourceId)]
  return (await tx.query(sql('scrape_jobs_add_scheduled'), ids)).rows.map(toEnqueue)
}

/** Writes the ids of the jobs into their rows. */
export async function setScrapeJobs(tx: Tx, rows: readonly EnqueuedRow<ScrapeToEnqueue>[]): Promise<void> {
  await tx.query(sql('scrape_jobs_set_job'), [rows.map(({ row }) => row.id), rows.map(({ id }) => id)])
}

/** Records that a run begins. Undefined: the row is gone, or has succeeded. */
export async function beginScrape(tx: Tx, id: number, job: string): Promise<BegunScrape | undefined> {
  const [row] = (await tx.query(sql('scrape_job_begin'), [id, job])).rows
  return row && { intakeId: idOf(row.intake_id), sourceId: idOf(row.source_id), queryParams: row.query_params }
}

export async function succeedScrape(tx: Tx, id: number): Promise<void> {
  await tx.query(sql('scrape_job_succeed'), [id])
}

/** Copies final states of jobs into their rows. `last`: where the next call goes on; undefined: there are no more. */
export async function settleScrapes(
  tx: Tx,
  after: number,
  limit: number,
): Promise<{ readonly last: number | undefined; readonly settled: number }> {
  const [row] = (await tx.query(sql('scrape_jobs_settle'), [after, limit])).rows
  return { last: idOf(row.last) ?? undefined, settled: row.settled }
}

/** Removes jobs that ended so long ago. Returns their number. */
export async function pruneScrapes(tx: Tx, keepMs: number, limit: number): Promise<number> {
  return (await tx.query(sql('scrape_jobs_prune'), [keepMs, limit])).rowCount ?? 0
}

const idOf = (value: string | null): number | null => (value === null ? null : Number(value))

function toEnqueue({ id, source }: { readonly id: string; readonly source: string | null }): ScrapeToEnqueue {
  return { id: Number(id), source }
}
