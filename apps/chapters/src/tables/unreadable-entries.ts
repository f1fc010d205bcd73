import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'

const sql = sqlBeside(import.meta.url)

export type Unreadable = { readonly id: string; readonly reason: string }

/** What a look has read, and could not read. */
export type Readings = {
  readonly readIds: readonly string[]
  readonly unreadable: readonly Unreadable[]
  readonly isComplete: boolean
}

/** Keeps what could not be read where people see it, for as long as it is so. */
export async function keepUnreadable(tx: Tx, seriesSourceId: number, readings: Readings): Promise<void> {
  const { readIds, unreadable, isComplete } = readings
  const ids = unreadable.map(({ id }) => id)
  await tx.query(sql('unreadable_clear'), [seriesSourceId, readIds, isComplete, ids])
  if (unreadable.length === 0) return
  await tx.query(sql('unreadable_write'), [seriesSourceId, ids, unreadable.map(({ reason }) => reason)])
}
