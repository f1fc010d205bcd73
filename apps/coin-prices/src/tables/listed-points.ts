import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'
import type { PriceType } from '../listing/listing.ts'
import type { MatchReason } from '../listing/match-listing.ts'

const sql = sqlBeside(import.meta.url)

/** A price as people see it. */
export type ListedPoint = {
  readonly id: number
  readonly source: string
  readonly priceType: PriceType
  readonly priceCents: number
  readonly shippingCents: number | null
  readonly hammerCents: number | null
  readonly premiumCents: number | null
  readonly taxCents: number | null
  readonly currency: string
  /** As in 2026-03-01. */
  readonly day: string
  readonly title: string
  readonly url: string | null
  readonly matchStrength: number
  readonly matchReasons: readonly MatchReason[]
  /** The newest valuation uses it. */
  readonly isUsed: boolean
  /** Why the newest valuation does not use it: `outlier`, `too-old`, a mismatch. Null: it is used, or is newer than the valuation. */
  readonly leftOutFor: string | null
  /** As in `scrape job 12`. */
  readonly origin: string
  readonly firstSeenAt: Date
}

export type PointsPage = {
  readonly before?: { readonly day: string; readonly id: number } | undefined
  readonly limit: number
}

/** The prices of a coin, newest first. */
export async function listPoints(db: Tx, coin: number, { before, limit }: PointsPage): Promise<ListedPoint[]> {
  const { rows } = await db.query(sql('coin_points'), [coin, before?.day ?? null, before?.id ?? null, limit])
  return rows.map((row) => ({
    ...{ id: Number(row.id), source: row.source, priceType: row.price_type, priceCents: Number(row.price_cents) },
    ...{ shippingCents: centsOf(row.shipping_cents), hammerCents: centsOf(row.hammer_cents) },
    ...{ premiumCents: centsOf(row.premium_cents), taxCents: centsOf(row.tax_cents), currency: row.currency },
    ...{ day: row.day, title: row.title, url: row.url, matchStrength: row.match_strength },
    ...{ matchReasons: row.match_reasons, isUsed: row.is_used, leftOutFor: row.left_out_for },
    ...{ origin: row.origin, firstSeenAt: row.first_seen_at },
  }))
}

/** A valuation that differs from the one before it. Null figures: there were too few prices. */
export type PastValue = {
  readonly status: 'valued' | 'too-few-points'
  readonly basis: 'sold' | 'ask' | null
  readonly currency: string
  readonly lowCents: number | null
  readonly fairCents: number | null
  readonly highCents: number | null
  readonly confidence: number
  readonly pointsUsed: number
  readonly valuedAt: Date
}

/** The newest valuations of a coin, oldest first. */
export async function listHistory(db: Tx, coin: number, limit: number): Promise<PastValue[]> {
  const { rows } = await db.query(sql('valuation_history_list'), [coin, limit])
  return rows.map((row) => ({
    ...{ status: row.status, basis: row.basis, currency: row.currency, lowCents: centsOf(row.low_cents) },
    ...{ fairCents: centsOf(row.fair_cents), highCents: centsOf(row.high_cents), confidence: row.confidence },
    ...{ pointsUsed: row.points_used, valuedAt: row.valued_at },
  }))
}

const centsOf = (value: string | null): number | null => (value === null ? null : Number(value))

/** False: the coin has no such price. */
export async function excludePoint(
  tx: Tx,
  { coin, point, isExcluded }: { readonly coin: number; readonly point: number; readonly isExcluded: boolean },
): Promise<boolean> {
  return (await tx.query(sql('point_exclude'), [coin, point, isExcluded])).rows.length > 0
}
