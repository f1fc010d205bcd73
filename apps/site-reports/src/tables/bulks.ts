import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'
import { type ListedReport, listedReport } from './reports.ts'

const sql = sqlBeside(import.meta.url)

export type RefusedAddress = { readonly url: string; readonly reason: string }

/** A list of addresses that was given in one go, and how far it is. */
export type Bulk = {
  readonly id: number
  readonly name: string | null
  readonly createdAt: Date
  readonly total: number
  readonly unfinished: number
  readonly completed: number
  readonly failed: number
  readonly cancelled: number
  /** In US dollars, of those that have ended; null where nobody said what tokens cost. */
  readonly cost: number | null
  readonly refused: readonly RefusedAddress[]
}

export type ListedBulk = {
  readonly id: number
  readonly name: string | null
  readonly refused: number
  readonly createdAt: Date
}

export async function addBulk(tx: Tx, name: string | null, refused: readonly RefusedAddress[]): Promise<number> {
  const { rows } = await tx.query(sql('bulk_add'), [name, JSON.stringify(refused)])
  return Number(rows[0].id)
}

export async function addBulkReports(tx: Tx, bulk: number, reports: readonly number[]): Promise<void> {
  await tx.query(sql('bulk_add_reports'), [bulk, reports])
}

export async function findBulk(tx: Tx, id: number): Promise<Bulk | undefined> {
  const [row] = (await tx.query(sql('bulk_find'), [id])).rows
  if (row === undefined) return undefined
  const { name, refused, created_at: createdAt, total, unfinished, completed, failed, cancelled, cost } = row
  return { id: Number(row.id), name, createdAt, total, unfinished, completed, failed, cancelled, cost, refused }
}

export async function listBulks(tx: Tx, before: number | undefined, limit: number): Promise<readonly ListedBulk[]> {
  const { rows } = await tx.query(sql('bulk_list'), [before ?? null, limit])
  return rows.map(({ id, name, refused, created_at: createdAt }) => ({ id: Number(id), name, refused, createdAt }))
}

/** In the order in which they were made, after one of them. */
export async function reportsOfBulk(
  tx: Tx,
  bulk: number,
  after: number | undefined,
  limit: number,
): Promise<readonly ListedReport[]> {
  return (await tx.query(sql('bulk_reports'), [bulk, after ?? null, limit])).rows.map(listedReport)
}

export async function unfinishedOfBulk(tx: Tx, bulk: number): Promise<readonly number[]> {
  return (await tx.query(sql('bulk_unfinished'), [bulk])).rows.map(({ id }) => Number(id))
}
