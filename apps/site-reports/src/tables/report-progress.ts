import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'
import type { ReportUsage } from '../report/report.ts'
import type { ReportStep } from '../report/report-step.ts'

const sql = sqlBeside(import.meta.url)

/** Whether a report is still wanted: 1, or undefined for one that was cancelled or deleted. */
export async function liveReport(tx: Tx, id: number): Promise<1 | undefined> {
  return (await tx.query(sql('report_live'), [id])).rows[0]?.live
}

export async function moveReport(tx: Tx, id: number, step: ReportStep, title: string | null = null): Promise<void> {
  await tx.query(sql('report_move'), [id, step, title])
}

export async function completeReport(tx: Tx, id: number): Promise<void> {
  await tx.query(sql('report_complete'), [id])
}

/** Adds what was paid for a report: it may have been tried before. */
export async function spendOnReport(tx: Tx, id: number, usage: ReportUsage): Promise<void> {
  const { model, calls, promptTokens, completionTokens, cost } = usage
  await tx.query(sql('report_spend'), [id, model, calls, promptTokens, completionTokens, cost])
}

/** Ends one without a result. False: it had ended before. */
export async function endReport(
  tx: Tx,
  id: number,
  status: 'failed' | 'cancelled',
  why?: { readonly code: string; readonly message: string },
): Promise<boolean> {
  const values = [id, status, why?.code ?? null, why?.message ?? null]
  return (await tx.query(sql('report_end'), values)).rows.length > 0
}

/** Counts a retry. The number of retries of the report with this one; undefined when none is left. */
export async function countRetry(tx: Tx, id: number, most: number): Promise<number | undefined> {
  return (await tx.query(sql('report_count_retry'), [id, most])).rows[0]?.retry_count
}

export type BegunAttempt = {
  readonly stage: string
  /** By its position in the ledger. */
  readonly attempt: number
  /** Earlier attempts of the same job that ended without a word of their own. */
  readonly lost: readonly number[]
}

/** How an attempt finds its report. */
export type FoundReport = {
  /** The attempt before it was lost, and its failure is not counted yet. */
  readonly wasLost: boolean
  readonly hasFailed: boolean
}

/** Notes the attempt that begins. */
export async function beginAttempt(tx: Tx, id: number, { stage, attempt, lost }: BegunAttempt): Promise<FoundReport> {
  const [row] = (await tx.query(sql('report_begin_attempt'), [id, stage, attempt, lost])).rows
  return { wasLost: row?.was_lost ?? false, hasFailed: row?.has_failed ?? false }
}

/** How often the model has failed on this prompt, with this time. */
export async function countModelFailure(tx: Tx, id: number): Promise<number> {
  return (await tx.query(sql('report_count_model_failure'), [id])).rows[0]?.model_failures ?? 0
}

/** Reports that should have moved by now, so many at the most. Each comes once in a while. */
export async function reportsToCheck(
  tx: Tx,
  limit: number,
  afterMs: number,
): Promise<readonly { readonly id: number; readonly address: string }[]> {
  const { rows } = await tx.query(sql('reports_to_check'), [limit, afterMs])
  return rows.map(({ id, address }) => ({ id: Number(id), address }))
}
