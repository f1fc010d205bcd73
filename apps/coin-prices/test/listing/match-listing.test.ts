import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Coin } from '../../src/coin/coin.ts'
import { parseGrade } from '../../src/coin/parse-grade.ts'
import type { Listing } from '../../src/listing/listing.ts'
import { matcherFor } from '../../src/listing/match-listing.ts'

const morgan: Coin = { year: 1881, mintMark: 'S', denomination: 'dollar', series: 'Morgan' }
const graded: Coin = { ...morgan, grade: parseGrade('PCGS MS65') }
const proof: Coin = { year: 1964, denomination: 'half dollar', series: 'Kennedy', grade: parseGrade('PR69 PCGS') }
const listing = (title: string, more: Partial<Listing> = {}): Listing => ({
  ...{ title, priceType: 'ask', price: { cents: 5_000, currency: 'USD' }, day: '2026-03-01' },
  ...more,
})

test('a title that names everything has full strength, with a reason for each part', () => {
  const { strength, reasons, mismatch } = matcherFor(morgan)(listing('1881-S Morgan Silver Dollar'))
  expect({ strength, mismatch }).toEqual({ strength: 1, mismatch: undefined })
  expect(reasons.map(({ text }) => text)).toEqual(['year 1881', 'mint mark S', 'denomination dollar', 'series morgan'])
})

test.each([
  [morgan, '1881-S Morgan Silver Dollar REPLICA', 'copy'],
  [morgan, 'COPY of 1881-S Morgan Dollar', 'copy'],
  [morgan, 'Lot of 5 1881-S Morgan Dollars', 'several-coins'],
  [morgan, 'Roll 1881-S Morgan Dollars (20)', 'several-coins'],
  [morgan, '1878-1921 Morgan Silver Dollar, your choice', 'several-coins'],
  [morgan, '1881-S Morgan Dollar gold plated', 'plated'],
  [morgan, '1881-S Morgan Dollar tribute proof', 'tribute'],
  [morgan, '1881-S Morgan Dollar holder, empty', 'no-coin'],
  [morgan, '1881-S Morgan Dollar cleaned', 'damaged'],
  [morgan, '1882-S Morgan Dollar', 'other-year'],
  [morgan, '1881-CC Morgan Dollar', 'other-mint'],
  [morgan, '1881 O Morgan Dollar', 'other-mint'],
  [morgan, '1881-S Half Eagle $5 gold', 'other-denomination'],
  [morgan, '1881-S Morgan Dollar PCGS MS65', 'other-market'],
  [morgan, '1881-S Morgan Dollar Proof', 'other-market'],
  [graded, '1881-S Morgan Dollar PCGS MS63', 'other-grade'],
  [graded, '1881-S Morgan Dollar', 'other-market'],
  [graded, '1881-S Morgan Dollar PCGS MS65 details cleaned', 'damaged'],
  [proof, '1964 Kennedy Half Dollar BU', 'other-market'],
  [morgan, 'Silver dollar, nice', 'weak-match'],
])('%o: %s is left out (%s… %s)', (coin, title, mismatch) => {
  expect(matcherFor(coin)(listing(title)).mismatch).toBe(mismatch)
})

test.each([
  [morgan, '1881-S Morgan Dollar, BU'],
  [morgan, '1881 S MORGAN silver $1 beautiful luster'],
  [morgan, '1881 San Francisco Mint Morgan Dollar'],
  [graded, '1881-S $1 Morgan NGC MS65'],
  [graded, '1881-S Morgan Dollar PCGS MS-65+'],
  [proof, '1964 Kennedy Half Dollar PF69 NGC'],
  [{ ...morgan, mintMark: '' }, '1881 Morgan Dollar'],
  [{ ...morgan, mintMark: '' }, '1881-P Morgan Dollar'],
  [{ ...graded, mintMark: '' }, 'Morgan Dollar 1881 MS65 PCGS'],
  [proof, 'Kennedy Half Dollar 1964 PF69 NGC'],
  [{ year: 1909, denomination: 'cent', series: 'Tribute Penny' }, '1909 tribute penny'],
])('%o: %s is a price of the coin', (coin, title) => {
  expect(matcherFor(coin)(listing(title))).not.toHaveProperty('mismatch')
})

test('the same certificate is certain, whatever the title says', () => {
  const match = matcherFor({ ...graded, certificate: '12345678' })
  expect(match(listing('lot: nice coin', { certificate: '12345678' }))).toMatchObject({ strength: 1 })
  expect(match(listing('Morgan PCGS 12345678'))).toMatchObject({ strength: 1 })
})

test('a grade in a field of its own counts more than the title', () => {
  const stated = listing('1881-S Morgan Dollar', { grade: parseGrade('PCGS MS65') })
  expect(matcherFor(graded)(stated).mismatch).toBeUndefined()
})

test('a strength lies between 0 and 1, for any coin and any title', () => {
  const coins = fc.record({
    year: fc.option(fc.integer({ min: 1500, max: 2040 }), { nil: undefined }),
    series: fc.string(),
  })
  fc.assert(
    fc.property(coins, fc.string(), (coin, title) => {
      const { strength } = matcherFor(coin)(listing(title))
      expect(strength).toBeGreaterThanOrEqual(0)
      expect(strength).toBeLessThanOrEqual(1)
    }),
  )
})
