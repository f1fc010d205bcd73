import type { Intake } from '../coin/intake.ts'
import { convertMoney } from '../money/convert-money.ts'
import { lastUntil, type RateFinder } from '../money/rate-finder.ts'

/** A coin of the collection, with what decides on which days it counts. */
export type CollectedCoin = { readonly id: number } & Pick<Intake, 'status' | 'quantity' | 'boughtOn' | 'soldOn'>

/** One entry of the history of valuations, for one piece. Null: there were too few prices. */
export type PastValuation = {
  readonly intakeId: number
  readonly day: string
  readonly lowCents: number | null
  readonly fairCents: number | null
  readonly highCents: number | null
  readonly currency: string
}

export type Sum = {
  readonly currency: string
  readonly lowCents: number
  readonly fairCents: number
  readonly highCents: number
  readonly coins: number
}

/** A sum in the currency of the whole, with the rate and the day that it was converted by. */
export type ConvertedSum = Sum & { readonly from: string; readonly rate: string; readonly rateDay: string }

export type NotCounted = {
  readonly id: number
  readonly reason: 'not-valued-yet' | 'too-few-points' | 'day-of-sale-unknown'
}

/** What the collection was worth on one day. */
export type CollectionValue = {
  readonly day: string
  /** One for each currency, in its own currency. */
  readonly sums: readonly Sum[]
  /** All sums in one currency, without those that could not be converted. Undefined: no currency was asked for. */
  readonly total: Sum | undefined
  readonly converted: readonly ConvertedSum[]
  /** Sums for which there is no rate of the day: they are not part of the total. */
  readonly notConverted: readonly Sum[]
  readonly notCounted: readonly NotCounted[]
}

export type CollectionValueOptions = {
  /** As in 2026-03-01. */
  readonly days: readonly string[]
  /** The currency of the total. Default: no total. */
  readonly currency?: string | undefined
  readonly rateOn?: RateFinder | undefined
}

/**
 * The value of a collection over time. A coin counts from the day it was bought (or from its first valuation, where that day is not
 * known) to the day before it was sold, with its newest valuation of each day. Watched coins do not count.
 */
export function collectionValue(
  coins: readonly CollectedCoin[],
  history: readonly PastValuation[],
  { days, currency, rateOn = () => undefined }: CollectionValueOptions,
): readonly CollectionValue[] {
  const byCoin = historyByCoin(history)
  return days.map((day) => {
    const sums = new Map<string, Sum>()
    const notCounted: NotCounted[] = []
    for (const coin of coins) {
      const past = byCoin.get(coin.id) ?? []
      const found = valueOn(coin, past, day)
      if (found === undefined) continue
      if ('reason' in found) notCounted.push({ id: coin.id, reason: found.reason })
      else add(sums, found, coin.quantity)
    }
    return { day, sums: [...sums.values()], ...totalOf([...sums.values()], day, currency, rateOn), notCounted }
  })
}

type Figures = Omit<Sum, 'coins'>

/** Undefined: the coin is not part of the collection on that day. */
function valueOn(
  { status, boughtOn, soldOn }: CollectedCoin,
  past: readonly PastValuation[],
  day: string,
): Figures | Omit<NotCounted, 'id'> | undefined {
  if (status === 'watched' || (soldOn !== undefined && soldOn <= day)) return undefined
  if (boughtOn !== undefined && boughtOn > day) return undefined
  const newest = lastUntil(past, day)
  if (status === 'sold' && soldOn === undefined) return { reason: 'day-of-sale-unknown' }
  if (newest === undefined) return boughtOn === undefined ? undefined : { reason: 'not-valued-yet' }
  const { lowCents, fairCents, highCents, currency } = newest
  if (lowCents === null || fairCents === null || highCents === null) return { reason: 'too-few-points' }
  return { currency, lowCents, fairCents, highCents }
}

function historyByCoin(history: readonly PastValuation[]): ReadonlyMap<number, readonly PastValuation[]> {
  const byCoin = new Map<number, PastValuation[]>()
  for (const entry of history) {
    const ofCoin = byCoin.get(entry.intakeId)
    if (ofCoin === undefined) byCoin.set(entry.intakeId, [entry])
    else ofCoin.push(entry)
  }
  // entries of one day stay in order, so that the last one of a day counts
  for (const ofCoin of byCoin.values()) ofCoin.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  return byCoin
}

function add(sums: Map<string, Sum>, { currency, lowCents, fairCents, highCents }: Figures, quantity: number): void {
  const before = sums.get(currency) ?? { currency, lowCents: 0, fairCents: 0, highCents: 0, coins: 0 }
  sums.set(currency, {
    currency,
    lowCents: before.lowCents + lowCents * quantity,
    fairCents: before.fairCents + fairCents * quantity,
    highCents: before.highCents + highCents * quantity,
    coins: before.coins + quantity,
  })
}

/** Each currency is converted as one sum, so that nothing is rounded coin by coin. */
function totalOf(sums: readonly Sum[], day: string, currency: string | undefined, rateOn: RateFinder) {
  if (currency === undefined) return { total: undefined, converted: [], notConverted: [] }
  const converted: ConvertedSum[] = []
  const notConverted: Sum[] = []
  const parts = new Map<string, Sum>()
  for (const sum of sums) {
    const other = sum.currency === currency ? undefined : convertSum(sum, currency, day, rateOn)
    if (other !== undefined) converted.push(other)
    if (sum.currency === currency || other !== undefined) add(parts, other ?? sum, 1)
    else notConverted.push(sum)
  }
  const coins = sums.reduce((count, sum) => count + (notConverted.includes(sum) ? 0 : sum.coins), 0)
  const nothing = { currency, lowCents: 0, fairCents: 0, highCents: 0 }
  return { total: { ...(parts.get(currency) ?? nothing), coins }, converted, notConverted }
}

function convertSum(sum: Sum, currency: string, day: string, rateOn: RateFinder): ConvertedSum | undefined {
  const rate = rateOn(sum.currency, currency, day)
  if (rate === undefined) return undefined
  const cents = (amount: number) => convertMoney({ cents: amount, currency: sum.currency }, rate).cents
  const [lowCents, fairCents, highCents] = [cents(sum.lowCents), cents(sum.fairCents), cents(sum.highCents)]
  const { rate: by, day: rateDay } = rate
  return { currency, lowCents, fairCents, highCents, coins: sum.coins, from: sum.currency, rate: by, rateDay }
}
