import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'
import type { Intake } from '../coin/intake.ts'

const sql = sqlBeside(import.meta.url)

export type CoinToAdd = {
  readonly intake: Intake
  /** A coin whose key the collector has already is not added. Undefined: it is added in any case. */
  readonly importKey?: string | undefined
}

/** Adds coins, and returns the ids of those that the collector did not have. */
export async function addCoins(tx: Tx, collector: number, coins: readonly CoinToAdd[]): Promise<number[]> {
  const rows = JSON.stringify(coins.map(({ intake, importKey }) => ({ ...rowOf(intake), import_key: importKey })))
  return (await tx.query(sql('coins_add'), [collector, rows])).rows.map(({ id }) => Number(id))
}

/** Holds a coin until the transaction ends. False: there is none, or it belongs to another collector. */
export async function holdCoin(tx: Tx, id: number, collector?: number): Promise<boolean> {
  return (await tx.query(sql('coin_hold'), [id, collector ?? null])).rows.length > 0
}

/** Replaces what a collector states about a coin. Hold the coin before it is read. */
export async function changeCoin(tx: Tx, id: number, intake: Intake): Promise<void> {
  await tx.query(sql('coin_change'), [id, JSON.stringify(rowOf(intake))])
}

/** False: there is no such coin, or it belongs to another collector. */
export async function removeCoin(db: Tx, id: number, collector?: number): Promise<boolean> {
  return (await db.query(sql('coin_remove'), [id, collector ?? null])).rows.length > 0
}

function rowOf(intake: Intake) {
  return {
    ...{ status: intake.status, issuer: intake.issuer, denomination: intake.denomination, year: intake.year },
    ...{ mint_mark: intake.mintMark, series: intake.series, title: intake.title, grade: intake.grade },
    ...{ certificate: intake.certificate, pcgs_number: intake.pcgsNumber, numista_number: intake.numistaNumber },
    ...{ km_number: intake.kmNumber, quantity: intake.quantity, note: intake.note, pictures: intake.pictures },
    ...{ currency: intake.currency, bought_on: intake.boughtOn, paid_cents: intake.paidCents },
    ...{ paid_fees_cents: intake.paidFeesCents, sold_on: intake.soldOn, sold_cents: intake.soldCents },
    sold_fees_cents: intake.soldFeesCents,
  }
}
