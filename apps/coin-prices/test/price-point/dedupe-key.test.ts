import { expect, test } from 'vitest'
import type { Listing } from '../../src/listing/listing.ts'
import { dedupeKey } from '../../src/price-point/dedupe-key.ts'

const listing: Listing = {
  title: '1881-S  Morgan Dollar',
  url: 'https://coins.example/items/7/?utm_source=mail#photos',
  priceType: 'sold',
  price: { cents: 5_000, currency: 'USD' },
  day: '2026-03-01',
}

test('the id of the source is the key where there is one', () => {
  expect(dedupeKey({ ...listing, externalId: 'v1|123|0' })).toBe('ext_v1|123|0')
})

test('without an id, the key is a hash of 16 hex digits', () => {
  expect(dedupeKey(listing)).toMatch(/^hash_[0-9a-f]{16}$/)
})

test('query, fragment, case and spaces make no second price point', () => {
  const same = { ...listing, title: ' 1881-s morgan DOLLAR ', url: 'https://coins.example/items/7' }
  expect(dedupeKey(same)).toBe(dedupeKey(listing))
})

test.each([
  ['price', { price: { cents: 5_001, currency: 'USD' } }],
  ['day', { day: '2026-03-02' }],
  ['price type', { priceType: 'ask' as const }],
  ['address', { url: 'https://coins.example/items/8' }],
  ['title', { title: '1881-S Morgan Dollar, toned' }],
])('another %s makes another price point', (_, change) => {
  expect(dedupeKey({ ...listing, ...change })).not.toBe(dedupeKey(listing))
})
