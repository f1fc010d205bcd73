import { expect, test } from 'vitest'
import { Quota } from '../../src/coins/quota.ts'
import { simulateMarket } from '../../src/index.ts'

const today = Date.parse('2026-03-01T12:00:00Z')
const now = () => today
const dayMs = 86_400_000

test('the same seed and the same time give the same coins, sales and offers', () => {
  const [one, other] = [simulateMarket({ coins: 20, now }), simulateMarket({ coins: 20, now })]
  const all = (market: typeof one) =>
    market.coins.map((coin) => [
      ...[coin, market.trueCents(coin), market.auctionRecords(coin)],
      ...[market.sales(coin), market.offers(coin)].map((list) => list.map(({ words: _, ...rest }) => rest)),
    ])
  expect(all(other)).toEqual(all(one))
  const another = simulateMarket({ coins: 20, now, seed: 2 })
  expect(another.coins.map(({ title }) => title)).not.toEqual(one.coins.map(({ title }) => title))
})

test('as time passes, sales are added, offers come and go, and bids rise', () => {
  const market = simulateMarket({ coins: 8, now })
  const salesBefore = market.coins.map((coin) => market.sales(coin))
  const offersBefore = market.coins.map((coin) => market.offers(coin))
  market.advance(dayMs)
  let added = 0
  let risen = 0
  for (const [index, coin] of market.coins.entries()) {
    const sales = market.sales(coin)
    const kept = salesBefore[index]!.filter(({ soldAt }) => soldAt > market.now() - 90 * dayMs)
    const fresh = sales.filter(({ soldAt }) => soldAt > today)
    expect(sales).toEqual([...fresh, ...kept])
    added += fresh.length
    const bids = new Map(market.offers(coin).map(({ legacyId, cents }) => [legacyId, cents]))
    for (const { isAuction, legacyId, cents, endsAt } of offersBefore[index]!) {
      if (!isAuction || endsAt <= market.now()) expect(bids.has(legacyId)).toBe(false)
      else if (bids.get(legacyId)! > cents) risen++
    }
  }
  expect(added).toBeGreaterThan(0)
  expect(risen).toBeGreaterThan(0)
})

test('an auction that runs is a sale when it has ended, and at its last bid', () => {
  const market = simulateMarket({ coins: 40, now })
  const coin = market.coins.find((each) => market.offers(each).some(({ isAuction }) => isAuction))!
  const { legacyId, endsAt } = market.offers(coin).find(({ isAuction }) => isAuction)!
  market.advance(endsAt - today - 1)
  const last = market.offers(coin).find((offer) => offer.legacyId === legacyId)!
  market.advance(1)
  const sale = market.sales(coin).find((each) => each.legacyId === legacyId)
  expect(sale).toMatchObject({ isAuction: true, soldAt: endsAt })
  expect(Math.abs(sale!.cents - last.cents)).toBeLessThanOrEqual(1)
})

test('the true value is the median of the sales that are no junk, for every distribution', () => {
  const market = simulateMarket({ coins: 16, now, sales: [1_500, 1_500] })
  for (const coin of market.coins) {
    const clean = market.sales(coin).filter(({ junk }) => junk === undefined)
    const prices = clean.map(({ cents }) => cents).sort((a, b) => a - b)
    const median = prices[Math.floor(prices.length / 2)]!
    // a drifting market has moved by a few percent within 90 days
    const tolerance = market.kindOf(coin) === 'drifting' ? 0.08 : 0.03
    expect(Math.abs(median / market.trueCents(coin) - 1), market.kindOf(coin)).toBeLessThan(tolerance)
  }
})

test('a fifth of the listings is junk, or the share that is asked for', () => {
  const share = (junkShare?: number) => {
    const market = simulateMarket({ coins: 200, now, ...(junkShare === undefined ? {} : { junkShare }) })
    const sales = market.coins.flatMap((coin) => market.sales(coin))
    return sales.filter(({ junk }) => junk !== undefined).length / sales.length
  }
  expect(share()).toBeCloseTo(0.2, 1)
  expect(share(0)).toBe(0)
  expect(share(0.5)).toBeCloseTo(0.5, 1)
})

test('a sale by hand is the newest', () => {
  const market = simulateMarket({ coins: 2, now })
  const [coin, other] = market.coins
  const before = market.sales(other!).length
  market.sell(coin!, { cents: 12_345 })
  const second = market.sell(coin!, { title: 'a title of its own' })
  expect(market.sales(coin!).slice(0, 2)).toMatchObject([{ title: 'a title of its own' }, { cents: 12_345 }])
  expect(second.cents).toBeGreaterThan(0)
  expect(market.sales(other!)).toHaveLength(before)
})

test('a market has as many coins as were asked for, each once, and refuses more than there are', () => {
  const { coins } = simulateMarket({ coins: 800, now })
  expect(new Set(coins.map(({ title }) => title)).size).toBe(800)
  expect(new Set(coins.map(({ pcgsNumber }) => pcgsNumber)).size).toBe(800)
  expect(() => simulateMarket({ coins: 2_000 })).toThrow(/expects 1 to \d+ coins; got 2000/)
})

test('a quota ends at midnight of its zone, or with its month', () => {
  let at = Date.parse('2026-03-31T23:30:00Z')
  const day = new Quota({ limit: 1, per: 'day', zone: 'America/Los_Angeles' }, () => at)
  const month = new Quota({ limit: 1, per: 'month', zone: 'UTC' }, () => at)
  expect([day.take(), day.take(), month.take(), month.take()]).toEqual([true, false, true, false])
  expect(new Date(day.usage.resetsAt).toISOString()).toBe('2026-04-01T07:00:00.000Z')
  expect(new Date(month.usage.resetsAt).toISOString()).toBe('2026-04-01T00:00:00.000Z')
  at = month.usage.resetsAt
  expect([day.take(), month.take()]).toEqual([false, true])
  at = day.usage.resetsAt
  expect(day.take()).toBe(true)
  expect(day.usage).toMatchObject({ limit: 1, used: 1, refused: 2 })
})
