import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'
import type { PastValuation } from '../collection/collection-value.ts'
import type { ExchangeRate } from '../money/convert-money.ts'

const sql = sqlBeside(import.meta.url)

/** The last valuation of each day. Undefined collector: of the coins of all. */
export async function listValuationDays(db: Tx, collector: number | undefined): Promise<PastValuation[]> {
  const { rows } = await db.query(sql('valuation_days'), [collector ?? null])
  return rows.map((row) => ({
    ...{ intakeId: Number(row.intake_id), day: row.day, currency: row.currency },
    ...{ lowCents: centsOf(row.low_cents), fairCents: centsOf(row.fair_cents), highCents: centsOf(row.high_cents) },
  }))
}

/** Rates into a currency, from a day on. */
export async function listRatesTo(db: Tx, currency: string, firstDay: string): Promise<ExchangeRate[]> {
  const { rows } = await db.query(sql('exchange_rates_to'), [currency, firstDay])
  return rows.map((row) => ({ from: row.from_currency, to: row.to_currency, rate: row.rate, day: row.day }))
}

const centsOf = (value: string | null): number | null => (value === null ? null : Number(value))
