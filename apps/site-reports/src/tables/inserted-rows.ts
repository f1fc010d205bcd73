import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'
import type { StageName } from '../report/report-step.ts'

const sql = sqlBeside(import.meta.url)

export type TakenRow = {
  readonly id: number
  readonly url: string
  /** The stage at which it begins. */
  readonly step: StageName
}

export type TakeUpFilter = {
  readonly limit: number
  /** For so long no program may have touched a row. */
  readonly untouchedMs: number
  /** Rows with so many retries are left alone. */
  readonly maxRetries: number
}

/** Takes rows that other programs have inserted or reset, oldest first. They are in progress when this returns. */
export async function takeUpRows(
  tx: Tx,
  { limit, untouchedMs, maxRetries }: TakeUpFilter,
): Promise<readonly TakenRow[]> {
  const { rows } = await tx.query(sql('reports_take_up'), [limit, untouchedMs, maxRetries])
  return rows.map(({ id, url, step }) => ({ id: Number(id), url, step }))
}

/** False: another report of this address is in progress. */
export async function takeAddress(tx: Tx, id: number, address: string): Promise<boolean> {
  return (await tx.query(sql('report_take_address'), [id, address])).rows.length > 0
}
