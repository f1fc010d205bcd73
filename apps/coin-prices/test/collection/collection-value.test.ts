import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CollectedCoin, collectionValue, type PastValuation } from '../../src/collection/collection-value.ts'
import { rateFinder } from '../../src/money/rate-finder.ts'

const coin = (id: number, more: Partial<CollectedCoin> = {}): CollectedCoin => ({
  ...{ id, status: 'owned', quantity: 1, boughtOn: '2026-01-01' },
  ...more,
})
const worth = (intakeId: number, day: string, fairCents: number | null, currency = 'USD'): PastValuation => ({
  ...{ intakeId, day, currency, fairCents },
  lowCents: fairCents === null ? null : fairCents - 10,
  highCents: fairCents === null ? null : fairCents + 10,
})
const sum = (fairCents: number, coins: number, currency = 'USD', spread = 10) => ({
  ...{ currency, fairCents, coins },
  ...{ lowCents: fairCents - spread, highCents: fairCents + spread },
})

test('each day has the newest valuation until then, from the purchase to the day before the sale', () => {
  const coins = [coin(1, { quantity: 2 }), coin(2, { status: 'sold', soldOn: '2026-01-04', boughtOn: '2026-01-02' })]
  const history = [worth(1, '2026-01-03', 300), worth(1, '2026-01-01', 100), worth(2, '2026-01-01', 50)]
  const days = ['2025-12-31', '2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04']
  const values = collectionValue(coins, history, { days })
  expect(values.map(({ sums }) => sums.map(({ fairCents, coins: count }) => [fairCents, count]))).toEqual([
    [],
    [[200, 2]],
    [[250, 3]],
    [[650, 3]],
    [[600, 2]],
  ])
  expect(values[4]?.sums[0]).toEqual(sum(600, 2, 'USD', 20))
})

test('coins without a value are listed with the reason, and watched coins are none of the collection', () => {
  const coins = [
    ...[
      coin(1),
      coin(2),
      coin(3, { status: 'watched' }),
      coin(4, { status: 'sold' }),
      coin(5, { boughtOn: undefined }),
    ],
    coin(6),
  ]
  const history = [worth(2, '2026-01-01', 100), worth(2, '2026-01-02', null), worth(3, '2026-01-01', 1)]
  const [value] = collectionValue(coins, [...history, worth(6, '2026-01-05', 7)], { days: ['2026-01-03'] })
  expect(value?.sums).toEqual([])
  expect(value?.notCounted).toEqual([
    { id: 1, reason: 'not-valued-yet' },
    { id: 2, reason: 'too-few-points' },
    { id: 4, reason: 'day-of-sale-unknown' },
    { id: 6, reason: 'not-valued-yet' },
  ])
})

test('a total keeps rate and day of each conversion, and lists what has no rate', () => {
  const coins = [coin(1), coin(2), coin(3)]
  const history = [
    worth(1, '2026-01-01', 1_000),
    worth(2, '2026-01-01', 2_000, 'EUR'),
    worth(3, '2026-01-01', 9, 'GBP'),
  ]
  const rateOn = rateFinder([
    { from: 'EUR', to: 'USD', rate: '1.1', day: '2026-01-02' },
    { from: 'EUR', to: 'USD', rate: '1.5', day: '2026-01-04' },
  ])
  const [value] = collectionValue(coins, history, { days: ['2026-01-03'], currency: 'USD', rateOn })
  expect(value?.sums).toHaveLength(3)
  expect(value?.total).toEqual({ currency: 'USD', fairCents: 3_200, lowCents: 3_179, highCents: 3_221, coins: 2 })
  expect(value?.converted).toMatchObject([{ from: 'EUR', rate: '1.1', rateDay: '2026-01-02', fairCents: 2_200 }])
  expect(value?.notConverted).toEqual([sum(9, 1, 'GBP')])
})

test('every piece is in the sums or listed, for any collection', () => {
  const day = fc.constantFrom('2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04')
  const coins = fc.array(fc.record({ status: fc.constantFrom('owned', 'sold'), boughtOn: day, soldOn: day }), {
    maxLength: 8,
  })
  const history = fc.array(
    fc.record({
      intakeId: fc.nat(7),
      day,
      fairCents: fc.option(fc.nat(1_000)),
      currency: fc.constantFrom('USD', 'EUR'),
    }),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(coins, history, day, (drawn, past, on) => {
      const own = drawn.map(({ status, boughtOn, soldOn }, id) =>
        coin(id, { status: status as 'owned' | 'sold', boughtOn, soldOn: status === 'sold' ? soldOn : undefined }),
      )
      const entries = past.map(({ intakeId, day: at, fairCents, currency }) => worth(intakeId, at, fairCents, currency))
      const [value] = collectionValue(own, entries, { days: [on], currency: 'USD' })
      const held = own.filter(({ boughtOn, soldOn }) => boughtOn! <= on && (soldOn === undefined || soldOn > on))
      const counted = value!.sums.reduce((count, each) => count + each.coins, 0)
      expect(counted + value!.notCounted.length).toBe(held.length)
      const inTotal = value!.total!.coins + value!.notConverted.reduce((count, each) => count + each.coins, 0)
      expect(inTotal).toBe(counted)
    }),
  )
})
