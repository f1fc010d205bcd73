import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'
import type { ExchangeRate } from '../money/convert-money.ts'
import type { PricedPoint, Valuation } from '../valuation/valuation.ts'

const sql = sqlBeside(import.meta.url)

export type HeldValuation = {
  /** Of the coin. */
  readonly currency: string
  /** By UTC. As in 2026-03-01. */
  readonly today: string
}

/** A point in the currency that it was stated in, with the rate of its day where that is not the coin's. */
export type StoredPoint = PricedPoint & {
  readonly currency: string
  readonly rate: Pick<ExchangeRate, 'rate' | 'day'> | undefined
}

/** What a point in another currency was converted by. */
export type Conversion = { readonly id: number; readonly cents: number; readonly rate: string; readonly day: string }

/** Marks a valuation as stale. It waits for a transaction that holds it. */
export async function markStale(tx: Tx, intakeId: number): Promise<void> {
  await tx.query(sql('valuation_mark_stale'), [intakeId])
}

/** Holds the valuation until the transaction ends. Undefined: the coin is gone. */
export async function holdValuation(tx: Tx, intakeId: number): Promise<HeldValuation | undefined> {
  return (await tx.query(sql('valuation_hold'), [intakeId])).rows[0]
}

/** The newest points of a coin. */
export async function pointsToValue(tx: Tx, intakeId: number, limit: number): Promise<StoredPoint[]> {
  const { rows } = await tx.query(sql('points_to_value'), [intakeId, limit])
  return rows.map((row) => ({
    id: Number(row.id),
    priceType: row.price_type,
    cents: Number(row.cents),
    currency: row.currency,
    day: row.day,
    strength: row.match_strength,
    excludedFor: row.excluded_for ?? undefined,
    rate: row.rate === null ? undefined : { rate: row.rate, day: row.rate_day },
  }))
}

export type ValuationToSave = {
  readonly intakeId: number
  readonly currency: string
  readonly valuation: Valuation
  readonly conversions: readonly Conversion[]
}

export async function saveValuation(tx: Tx, { intakeId, currency, valuation, conversions }: ValuationToSave) {
  await tx.query(sql('valuation_save'), [intakeId, currency, JSON.stringify(valuation), JSON.stringify(conversions)])
}

/** Takes coins that are to be valued again, and puts them off until their next time. */
export async function takeDueValuations(
  tx: Tx,
  everyMs: number,
  limit: number,
): Promise<{ readonly intakeId: number }[]> {
  const { rows } = await tx.query(sql('valuations_due'), [everyMs, limit])
  return rows.map((row) => ({ intakeId: Number(row.intake_id) }))
}
