import { sqlBeside } from '@pawl/app'
import type { Tx } from 'pawl'
import type { Listing } from '../listing/listing.ts'
import type { Match } from '../listing/match-listing.ts'
import { dedupeKey } from '../price-point/dedupe-key.ts'

const sql = sqlBeside(import.meta.url)

export type FoundPoint = { readonly listing: Listing; readonly match: Match }

export type PointsToStore = {
  readonly intakeId: number
  readonly sourceId: number
  /** As in `scrape job 12`. */
  readonly origin: string
  readonly points: readonly FoundPoint[]
}

/** Points of one statement. */
const batch = 2_000

/** Stores points and returns how many rows are new or have changed. */
export async function storePoints(tx: Tx, { intakeId, sourceId, origin, points }: PointsToStore): Promise<number> {
  let written = 0
  for (let from = 0; from < points.length; from += batch) {
    const rows = JSON.stringify(points.slice(from, from + batch).map(rowOf))
    const stored = await tx.query(sql('price_points_store'), [intakeId, sourceId, origin, rows])
    written += stored.rows[0].written
  }
  return written
}

function rowOf({ listing, match }: FoundPoint) {
  return {
    dedupe_key: dedupeKey(listing),
    price_type: listing.priceType,
    price_cents: listing.price.cents,
    currency: listing.price.currency,
    hammer_cents: listing.hammerCents,
    premium_cents: listing.premiumCents,
    shipping_cents: listing.shippingCents,
    tax_cents: listing.taxCents,
    day: listing.day,
    title: storable(listing.title),
    url: listing.url === undefined ? undefined : storable(listing.url),
    external_id: listing.externalId,
    match_strength: match.strength,
    match_reasons: match.reasons,
    mismatch: match.mismatch,
  }
}

/** PostgreSQL stores no NUL. */
const storable = (text: string) => text.replaceAll('\0', '')
