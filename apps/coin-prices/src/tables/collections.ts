import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'
import type { Coin } from '../coin/coin.ts'
import { coinOf } from './coins.ts'

const sql = sqlBeside(import.meta.url)

/** A coin that is to be looked for at a source again. */
export type DuePair = {
  readonly intakeId: number
  readonly sourceId: number
  readonly source: string
  readonly coin: Coin
  /** False: the coin was sold, or the pair has an open job. */
  readonly isWanted: boolean
}

export type DuePairsFilter = {
  /** The sources that this process knows. */
  readonly sources: readonly string[]
  readonly everyMs: number
  readonly limit: number
}

/** Takes pairs that are due, and puts them off until their next time. */
export async function takeDuePairs(tx: Tx, { sources, everyMs, limit }: DuePairsFilter): Promise<DuePair[]> {
  const { rows } = await tx.query(sql('collections_due'), [sources, everyMs, limit])
  return rows.map((row) => ({
    intakeId: Number(row.intake_id),
    sourceId: Number(row.source_id),
    source: row.source,
    coin: coinOf(row),
    isWanted: row.is_wanted,
  }))
}
