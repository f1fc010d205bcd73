import type { Tx } from 'pawl'
import { sqlBeside } from '../sql-beside.ts'

const sql = sqlBeside(import.meta.url)

/** A snapshot of PostgreSQL as text: the transactions that were visible then. */
export type Snapshot = string

export async function snapshotNow(db: Tx): Promise<Snapshot> {
  return (await db.query(sql('snapshot_now'))).rows[0].snapshot
}
