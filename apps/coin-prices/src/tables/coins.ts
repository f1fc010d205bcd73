import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'
import type { Coin } from '../coin/coin.ts'
import { parseGrade } from '../coin/parse-grade.ts'
import type { CoinPricesSettings } from '../options.ts'

const sql = sqlBeside(import.meta.url)

/** What a collection finds in the database: undefined where there is no such coin or no such source. */
export type CoinToCollect = {
  readonly coin: Coin | undefined
  readonly source: string | undefined
  /** By UTC. As in 2026-03-01. */
  readonly today: string
}

export async function coinToCollect(tx: Tx, intakeId: number | null, sourceId: number | null): Promise<CoinToCollect> {
  const [row] = (await tx.query(sql('coin_to_collect'), [intakeId, sourceId])).rows
  return {
    coin: row.intake_id === null ? undefined : coinOf(row),
    source: row.source ?? undefined,
    today: row.today,
  }
}

/** Adds coins where there are none. */
export async function addFirstCoins(db: Tx, coins: CoinPricesSettings['coins']): Promise<void> {
  if (coins.length > 0) await db.query(sql('coins_add_first'), [JSON.stringify(coins)])
}

/** The coin of a row that has its columns. A text of spaces alone is nothing, and so is a grade that states none. */
// biome-ignore lint/suspicious/noExplicitAny: a row, whose columns the statement names
export function coinOf(row: any): Coin {
  const text = (value: string | null): string | undefined => value?.trim() || undefined
  const grade = text(row.grade)
  return {
    issuer: text(row.issuer),
    denomination: text(row.denomination),
    year: row.year ?? undefined,
    // an empty mint mark says that the coin was struck without one
    mintMark: row.mint_mark?.trim() ?? undefined,
    series: text(row.series),
    title: text(row.title),
    grade: grade === undefined ? undefined : parseGrade(grade),
    certificate: text(row.certificate),
    catalogue: { pcgs: text(row.pcgs_number), numista: text(row.numista_number), km: text(row.km_number) },
  }
}
