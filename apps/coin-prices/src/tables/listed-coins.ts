import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'
import type { Intake, IntakeStatus } from '../coin/intake.ts'
import type { ValueBand } from '../collection/gain.ts'

const sql = sqlBeside(import.meta.url)

/** What one piece is worth. `band` undefined: there are too few prices. */
export type ListedValue = {
  readonly status: 'valued' | 'too-few-points'
  /** Sold prices or asking prices: they are never mixed. */
  readonly basis: 'sold' | 'ask' | null
  readonly band: ValueBand | undefined
  readonly confidence: number
  readonly pointsUsed: number
  readonly pointsLeftOut: number
  readonly valuedAt: Date | null
}

export type ListedCoin = {
  readonly id: number
  readonly collectorId: number
  readonly collector: string
  readonly intake: Intake
  readonly value: ListedValue
  readonly createdAt: Date
  readonly updatedAt: Date
}

export type CoinsFilter = {
  /** Undefined: the coins of all collectors. */
  readonly collector?: number | undefined
  readonly status?: IntakeStatus | undefined
  readonly after?: number | undefined
  readonly limit: number
}

/** A page of coins, in the order of their ids. */
export async function listCoins(db: Tx, { collector, status, after, limit }: CoinsFilter): Promise<ListedCoin[]> {
  const values = [collector ?? null, status ?? null, after ?? null, limit]
  return (await db.query(sql('coins_list'), values)).rows.map(listedCoin)
}

const pageRows = 500

/** All coins, page after page. Undefined collector: the coins of all. */
export async function* allCoins(db: Tx, collector: number | undefined): AsyncGenerator<ListedCoin> {
  let after: number | undefined
  do {
    const page: ListedCoin[] = await listCoins(db, { collector, after, limit: pageRows })
    yield* page
    after = page.length === pageRows ? page.at(-1)!.id : undefined
  } while (after !== undefined)
}

/** Undefined: there is no such coin, or it belongs to another collector. */
export async function findCoin(db: Tx, id: number, collector?: number): Promise<ListedCoin | undefined> {
  const [row] = (await db.query(sql('coin_find'), [id, collector ?? null])).rows
  return row && listedCoin(row)
}

// biome-ignore lint/suspicious/noExplicitAny: a row, whose columns the statement names
function listedCoin(row: any): ListedCoin {
  const { id, collector_id, collector, created_at: createdAt, updated_at: updatedAt } = row
  const owner = { collectorId: Number(collector_id), collector }
  return { id: Number(id), ...owner, intake: intakeOf(row), value: listedValue(row), createdAt, updatedAt }
}

// biome-ignore lint/suspicious/noExplicitAny: as above
function intakeOf(row: any): Intake {
  return {
    ...{ status: row.status, quantity: row.quantity, currency: row.currency, pictures: row.pictures },
    ...{ issuer: row.issuer ?? undefined, denomination: row.denomination ?? undefined, year: row.year ?? undefined },
    ...{ mintMark: row.mint_mark ?? undefined, series: row.series ?? undefined, title: row.title ?? undefined },
    ...{ grade: row.grade ?? undefined, certificate: row.certificate ?? undefined },
    ...{ pcgsNumber: row.pcgs_number ?? undefined, numistaNumber: row.numista_number ?? undefined },
    ...{ kmNumber: row.km_number ?? undefined, note: row.note ?? undefined },
    ...{ boughtOn: row.bought_on ?? undefined, soldOn: row.sold_on ?? undefined },
    ...{ paidCents: centsOf(row.paid_cents), paidFeesCents: centsOf(row.paid_fees_cents) },
    ...{ soldCents: centsOf(row.sold_cents), soldFeesCents: centsOf(row.sold_fees_cents) },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: as above
function listedValue(row: any): ListedValue {
  const [lowCents, fairCents, highCents] = [row.low_cents, row.fair_cents, row.high_cents].map(Number)
  const day = row.valued_at?.toISOString().slice(0, 10)
  const figures = { lowCents: lowCents!, fairCents: fairCents!, highCents: highCents!, currency: row.value_currency }
  return {
    ...{ status: row.value_status, basis: row.basis, confidence: row.confidence, valuedAt: row.valued_at },
    ...{ pointsUsed: row.points_used, pointsLeftOut: row.points_left_out },
    band: row.value_status === 'valued' ? { ...figures, day } : undefined,
  }
}

const centsOf = (value: string | null): number | undefined => (value === null ? undefined : Number(value))
