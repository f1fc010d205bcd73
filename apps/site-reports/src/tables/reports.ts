import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'
import type { ReportStep } from '../report/report-step.ts'

const sql = sqlBeside(import.meta.url)

export const reportStatuses = ['not-started', 'in-progress', 'completed', 'failed', 'cancelled'] as const
export type ReportStatus = (typeof reportStatuses)[number]

/** What a model was asked for a report, in all its runs, and what that cost. */
export type ListedUsage = {
  readonly model: string
  /** Those that were answered, with whatever. */
  readonly calls: number
  readonly promptTokens: number
  readonly completionTokens: number
  readonly cost: number | null
}

/** A report as people see it in lists: all but what is large. */
export type ListedReport = {
  readonly id: number
  /** As somebody gave it. */
  readonly url: string
  /** As it is asked for; null until it was taken up. */
  readonly address: string | null
  readonly status: ReportStatus
  readonly step: ReportStep
  /** Attempts that failed. */
  readonly retries: number
  readonly failure: { readonly code: string; readonly message: string } | null
  readonly title: string | null
  readonly usage: ListedUsage | null
  readonly isShared: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly startedAt: Date | null
  readonly completedAt: Date | null
}

export type ReportFilter = {
  readonly before?: number | undefined
  readonly limit: number
  readonly status?: ReportStatus | undefined
  readonly address?: string | undefined
}

/** The id of a new report that is under way; undefined when one of this address is. */
export async function beginReport(tx: Tx, url: string, address: string): Promise<number | undefined> {
  const [row] = (await tx.query(sql('report_begin'), [url, address])).rows
  return row && Number(row.id)
}

export async function reportUnderWay(tx: Tx, address: string): Promise<number | undefined> {
  const [row] = (await tx.query(sql('report_under_way'), [address])).rows
  return row && Number(row.id)
}

export type BegunReport = { readonly id: number; readonly address: string }

/** The same for many, in the order of their addresses. Those of which one is under way are left out. */
export async function beginReports(
  tx: Tx,
  given: readonly { readonly url: string; readonly address: string }[],
): Promise<readonly BegunReport[]> {
  const values = [given.map(({ url }) => url), given.map(({ address }) => address)]
  return (await tx.query(sql('reports_begin'), values)).rows.map(begunReport)
}

export async function reportsUnderWay(tx: Tx, addresses: readonly string[]): Promise<readonly BegunReport[]> {
  return (await tx.query(sql('reports_under_way'), [addresses])).rows.map(begunReport)
}

function begunReport({ id, address }: { readonly id: string; readonly address: string }): BegunReport {
  return { id: Number(id), address }
}

export async function isAddressKnown(tx: Tx, address: string): Promise<boolean> {
  return (await tx.query(sql('address_known'), [address])).rows[0].known
}

export async function findReport(tx: Tx, id: number): Promise<ListedReport | undefined> {
  const [row] = (await tx.query(sql('report_find'), [id])).rows
  return row && listedReport(row)
}

export async function listReports(
  tx: Tx,
  { before, limit, status, address }: ReportFilter,
): Promise<readonly ListedReport[]> {
  const { rows } = await tx.query(sql('report_list'), [before ?? null, limit, status ?? null, address ?? null])
  return rows.map(listedReport)
}

/** Ids of the newest reports of an address that are done, two at the most, the newest first. */
export async function newestTwo(tx: Tx, address: string): Promise<readonly number[]> {
  return (await tx.query(sql('report_newest_two'), [address])).rows.map(({ id }) => Number(id))
}

/** Under way again, from a step. False: it is under way. */
export async function reopenReport(tx: Tx, id: number, step: ReportStep, address: string): Promise<boolean> {
  return (await tx.query(sql('report_reopen'), [id, step, address])).rows.length > 0
}

/** False: there is none. */
export async function removeReport(tx: Tx, id: number): Promise<boolean> {
  return (await tx.query(sql('report_remove'), [id])).rows.length > 0
}

// biome-ignore lint/suspicious/noExplicitAny: a row, whose columns the statement names
export function listedReport(row: any): ListedReport {
  return {
    id: Number(row.id),
    url: row.url,
    address: row.address,
    status: row.status,
    step: row.current_step,
    retries: row.retry_count,
    failure: row.failure_code === null ? null : { code: row.failure_code, message: row.failure ?? '' },
    title: row.title,
    usage: row.model === null ? null : usageOf(row),
    isShared: row.is_shared,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    startedAt: row.started_at,
    completedAt: row.completed_at,
  }
}

// biome-ignore lint/suspicious/noExplicitAny: as above
function usageOf({ model, model_calls: calls, prompt_tokens, completion_tokens, cost }: any): ListedUsage {
  return { model, calls, promptTokens: prompt_tokens, completionTokens: completion_tokens, cost }
}
