import type { Tx } from 'pawl'
import { sql } from './sql.ts'

export type InsertedRow = { readonly id: number; readonly url: string }

export type InsertedFilter = {
  readonly limit: number
  /** Somebody may still be at them. */
  readonly untouchedMs: number
  /** Rows with so many retries are left alone. */
  readonly maxRetries: number
}

/** Rows that another program has inserted, oldest first. They are this transaction's until it ends. */
export async function insertedRows(
  tx: Tx,
  { limit, untouchedMs, maxRetries }: InsertedFilter,
): Promise<readonly InsertedRow[]> {
  const { rows } = await tx.query(sql('reports_not_started'), [limit, untouchedMs, maxRetries])
  return rows.map(({ id, url }) => ({ id: Number(id), url }))
}

/** False: a report of this address is under way. */
export async function takeUp(tx: Tx, id: number, address: string): Promise<boolean> {
  return (await tx.query(sql('report_take_up'), [id, address])).rows.length > 0
}
