import { matcherFor, parseGrade } from '@pawl/coin-prices'
import { simulateMarket } from '@pawl/sandbox'

/** Titles a second that are compared with a coin: those of a market of 300 coins, each with several coins. */
export function matchRate(count: number): number {
  const market = simulateMarket({ seed: 1, coins: 300, now: () => Date.parse('2026-03-01T12:00:00Z') })
  const price = { cents: 10_000, currency: 'USD' }
  const listings = market.coins
    .flatMap((coin) => market.sales(coin))
    .map(({ title }) => ({ title, priceType: 'sold' as const, price, day: '2026-03-01' }))
  const perCoin = Math.min(listings.length, 5_000)
  const coins = market.coins.slice(0, Math.ceil(count / perCoin))
  const startedAt = performance.now()
  let matched = 0
  for (const { grade, ...coin } of coins) {
    const match = matcherFor({ ...coin, grade: grade === undefined ? undefined : parseGrade(grade) })
    for (const listing of listings.slice(0, perCoin)) {
      match(listing)
      matched++
    }
  }
  return matched / ((performance.now() - startedAt) / 1_000)
}
