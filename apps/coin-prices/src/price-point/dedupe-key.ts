import { createHash } from 'node:crypto'
import type { Listing } from '../listing/listing.ts'
import { normaliseTitle } from './normalise-title.ts'
import { normaliseUrl } from './normalise-url.ts'

/**
 * What makes two listings of a source the same price point: the source's own id, or else a hash over address, title, price, day
 * and price type.
 */
export function dedupeKey({ externalId, url, title, price, day, priceType }: Listing): string {
  if (externalId !== undefined && externalId !== '') return `ext_${externalId}`
  const parts = [normaliseUrl(url ?? ''), normaliseTitle(title), price.cents, day, priceType]
  return `hash_${createHash('sha256').update(parts.join('|')).digest('hex').slice(0, 16)}`
}
