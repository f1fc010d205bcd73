import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PricedPoint } from '../../src/valuation/valuation.ts'
import { valueCoin } from '../../src/valuation/value-coin.ts'

const today = '2026-03-01'
const daysAgo = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10)
const point = (id: number, cents: number, more: Partial<PricedPoint> = {}): PricedPoint => ({
  ...{ id, priceType: 'sold', cents, day: daysAgo(id % 60), strength: 1 },
  ...more,
})
const sold = (...cents: number[]) => cents.map((each, id) => point(id, each))
const pools = fc
  .array(
    fc.record({
      cents: fc.integer({ min: 100, max: 1_000_000 }),
      age: fc.nat(200),
      strength: fc.double({ min: 0.6, max: 1, noNaN: true }),
    }),
    {
      minLength: 3,
      maxLength: 60,
    },
  )
  .map((rows) => rows.map(({ cents, age, strength }, id) => point(id, cents, { day: daysAgo(age), strength })))

test('the value of equal prices is that price, and no equal price is an outlier', () => {
  const { fairCents, lowCents, highCents, used } = valueCoin(sold(5_000, 5_000, 5_000, 5_000, 5_000, 5_000), { today })
  expect([lowCents, fairCents, highCents]).toEqual([5_000, 5_000, 5_000])
  expect(used).toHaveLength(6)
})

test('one price apart from many equal ones is an outlier, though the median deviation is zero', () => {
  const { fairCents, leftOut } = valueCoin(sold(5_000, 5_000, 5_000, 5_000, 5_000, 5_000, 5_000, 90_000), { today })
  expect(fairCents).toBe(5_000)
  expect(leftOut).toEqual([{ id: 7, reason: 'outlier' }])
})

test('fewer than three points give no figure, and say so', () => {
  const { status, basis, lowCents, fairCents, highCents, leftOut } = valueCoin(sold(5_000, 6_000), { today })
  expect({ status, basis, lowCents, fairCents, highCents }).toEqual({
    ...{ status: 'too-few-points', basis: null, lowCents: null, fairCents: null, highCents: null },
  })
  expect(leftOut.map(({ reason }) => reason)).toEqual(['too-few-points', 'too-few-points'])
})

test('sold and asking prices never meet in one figure', () => {
  const asks = [
    point(10, 9_000, { priceType: 'ask' }),
    point(11, 9_100, { priceType: 'ask' }),
    point(12, 9_200, { priceType: 'ask' }),
  ]
  const both = valueCoin([...sold(5_000, 5_100, 5_200), ...asks], { today })
  expect(both).toMatchObject({ basis: 'sold', used: [0, 1, 2] })
  expect(both.leftOut).toEqual([10, 11, 12].map((id) => ({ id, reason: 'not-sold' })))
  const few = valueCoin([...sold(5_000, 5_100), ...asks], { today })
  expect(few).toMatchObject({ basis: 'ask', used: [10, 11, 12] })
})

test('the same prices are trusted less when they are only asked for', () => {
  const prices = sold(5_000, 5_100, 5_200, 5_300, 5_400)
  const asked = prices.map((each) => ({ ...each, priceType: 'ask' as const }))
  expect(valueCoin(asked, { today }).confidence).toBeLessThan(valueCoin(prices, { today }).confidence)
})

test('bids, guide prices, old prices and excluded points are left out with their reasons', () => {
  const points = [
    ...sold(5_000, 5_100, 5_200),
    point(20, 100, { priceType: 'bid' }),
    point(21, 9_000, { priceType: 'guide' }),
    point(22, 5_000, { day: '2019-01-01' }),
    point(23, 5_000, { day: '2027-01-01' }),
    point(24, 5_000, { excludedFor: 'copy' }),
  ]
  expect(valueCoin(points, { today }).leftOut).toEqual([
    { id: 20, reason: 'running-auction' },
    { id: 21, reason: 'guide-price' },
    { id: 22, reason: 'too-old' },
    { id: 23, reason: 'no-valid-day' },
    { id: 24, reason: 'copy' },
  ])
})

test('newer prices weigh more than older ones', () => {
  const old = [5_000, 5_010, 5_020, 5_030].map((cents, id) => point(id, cents, { day: daysAgo(300) }))
  const fresh = [6_000, 6_010, 6_020].map((cents, id) => point(10 + id, cents, { day: daysAgo(1) }))
  expect(valueCoin([...old, ...fresh], { today }).fairCents).toBeGreaterThanOrEqual(6_000)
})

test('a shift of all prices shifts the value', () => {
  fc.assert(
    fc.property(pools, fc.integer({ min: 1, max: 500_000 }), (points, shift) => {
      const before = valueCoin(points, { today })
      const after = valueCoin(
        points.map((each) => ({ ...each, cents: each.cents + shift })),
        { today },
      )
      expect(Math.abs(after.fairCents! - before.fairCents! - shift)).toBeLessThanOrEqual(1)
      expect(after.used).toEqual(before.used)
    }),
  )
})

test('the order of the points does not matter', () => {
  fc.assert(
    fc.property(pools, fc.infiniteStream(fc.nat()), (points, order) => {
      const shuffled = points.map((each) => [order.next().value as number, each] as const).sort(([a], [b]) => a - b)
      const { used, leftOut, ...figures } = valueCoin(points, { today })
      const other = valueCoin(
        shuffled.map(([, each]) => each),
        { today },
      )
      expect(other).toMatchObject(figures)
      expect([...other.used].sort()).toEqual([...used].sort())
    }),
  )
})

test('the value lies between the bounds, and the bounds lie between the prices', () => {
  fc.assert(
    fc.property(pools, (points) => {
      const { lowCents, fairCents, highCents } = valueCoin(points, { today })
      const cents = points.map((each) => each.cents)
      expect(Math.min(...cents)).toBeLessThanOrEqual(lowCents!)
      expect(lowCents!).toBeLessThanOrEqual(fairCents!)
      expect(fairCents!).toBeLessThanOrEqual(highCents!)
      expect(highCents!).toBeLessThanOrEqual(Math.max(...cents))
    }),
  )
})

test('one wild price among twenty hardly moves the value', () => {
  const steady = fc.array(fc.integer({ min: 9_000, max: 11_000 }), { minLength: 20, maxLength: 40 })
  fc.assert(
    fc.property(steady, fc.integer({ min: 1, max: 100_000_000 }), (cents, wild) => {
      const plain = sold(...cents).map((each) => ({ ...each, day: today }))
      const before = valueCoin(plain, { today }).fairCents!
      const after = valueCoin([...plain, point(999, wild, { day: today })], { today }).fairCents!
      expect(Math.abs(after - before)).toBeLessThanOrEqual(1_000)
    }),
  )
})
