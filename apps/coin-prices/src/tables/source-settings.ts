import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'

const sql = sqlBeside(import.meta.url)

/** A market with its health at this moment. */
export type ListedSource = {
  readonly name: string
  readonly title: string
  /** False: no worker has declared it, or an operator has disabled it. */
  readonly isEnabled: boolean
  /** Null: no limit. */
  readonly ratePerMinute: number | null
  readonly failureStreak: number
  readonly lastSuccessAt: Date | null
  readonly lastFailureAt: Date | null
  /** Of a pause or of an open circuit. */
  readonly pausedUntil: Date | null
}

export async function listSources(db: Tx): Promise<ListedSource[]> {
  return (await db.query(sql('sources_list'))).rows.map((row) => ({
    ...{ name: row.name, title: row.title, isEnabled: row.enabled, failureStreak: row.failure_streak },
    ...{ ratePerMinute: row.rate_limit_per_minute, lastSuccessAt: row.last_success_at },
    // an unlimited pause is `enabled = false`
    ...{ lastFailureAt: row.last_failure_at, pausedUntil: row.paused_until instanceof Date ? row.paused_until : null },
  }))
}

/** False: there is no source of this name. Throws where no worker has declared it. */
export async function enableSource(db: Tx, name: string, isEnabled: boolean): Promise<boolean> {
  return (await db.query(sql('source_enable'), [name, isEnabled])).rows.length > 0
}

/** Null: no limit. False: there is no source of this name. Throws where no worker has declared it. */
export async function limitSource(db: Tx, name: string, perMinute: number | null): Promise<boolean> {
  return (await db.query(sql('source_limit'), [name, perMinute])).rows.length > 0
}
