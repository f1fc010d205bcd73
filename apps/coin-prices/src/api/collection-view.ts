import type { Tx } from 'pawl'
import { type CollectionValue, collectionValue } from '../collection/collection-value.ts'
import { costBasis } from '../collection/cost-basis.ts'
import { realisedGain } from '../collection/gain.ts'
import { sumMoney } from '../collection/sum-money.ts'
import type { Money } from '../money/money.ts'
import { rateFinder } from '../money/rate-finder.ts'
import { allCoins } from '../tables/listed-coins.ts'
import { listRatesTo, listValuationDays } from '../tables/past-valuations.ts'

export type CollectionQuery = {
  /** Undefined: the coins of all collectors. */
  readonly collector: number | undefined
  /** The last day. As in 2026-03-01. */
  readonly today: string
  /** How many days, the last one included. */
  readonly days: number
  /** Of a total. Undefined: each currency is summed by itself. */
  readonly currency?: string | undefined
}

export type CollectionView = {
  readonly days: readonly CollectionValue[]
  /** What the owned coins have cost, with fees. */
  readonly cost: readonly Money[]
  /** What the sales have gained. */
  readonly realisedGain: readonly Money[]
}

const dayMs = 86_400_000
/** A rate of this age counts on the first day: see `rateFinder`. */
const oldestRateDays = 7

/** The value of a collection over time, what it has cost, and what sales have gained. */
export async function collectionView(db: Tx, query: CollectionQuery): Promise<CollectionView> {
  const { collector, currency } = query
  const days = daysUntil(query.today, query.days)
  const coins = []
  for await (const { id, intake } of allCoins(db, collector)) coins.push({ ...intake, id })
  const firstDay = dayBefore(days[0]!, oldestRateDays)
  const rates = currency === undefined ? [] : await listRatesTo(db, currency, firstDay)
  const history = await listValuationDays(db, collector)
  return {
    days: collectionValue(coins, history, { days, currency, rateOn: rateFinder(rates) }),
    cost: sumMoney(coins.filter(({ status }) => status === 'owned').map(costBasis)),
    realisedGain: sumMoney(coins.map((coin) => realisedGain(coin)?.gain)),
  }
}

const daysUntil = (last: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => dayBefore(last, count - 1 - index))

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10)
}
