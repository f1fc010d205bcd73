import type { ExchangeRate } from './convert-money.ts'

/** The newest rate that was known on a day. Undefined: there is none that is young enough. */
export type RateFinder = (from: string, to: string, day: string) => ExchangeRate | undefined

export type RateFinderOptions = {
  /** Older rates do not count. Default: 7, so that weekends and holidays have a rate. */
  readonly maxAgeDays?: number
}

const dayMs = 86_400_000

/** Rates are used as they were stated: none is turned round, and none goes through a third currency. */
export function rateFinder(rates: readonly ExchangeRate[], { maxAgeDays = 7 }: RateFinderOptions = {}): RateFinder {
  const byPair = grouped(rates)
  for (const ofPair of byPair.values()) ofPair.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  return (from, to, day) => {
    const found = lastUntil(byPair.get(`${from} ${to}`) ?? [], day)
    if (found === undefined || Date.parse(day) - Date.parse(found.day) > maxAgeDays * dayMs) return undefined
    return found
  }
}

function grouped(rates: readonly ExchangeRate[]): Map<string, ExchangeRate[]> {
  const byPair = new Map<string, ExchangeRate[]>()
  for (const rate of rates) {
    const pair = `${rate.from} ${rate.to}`
    const ofPair = byPair.get(pair)
    if (ofPair === undefined) byPair.set(pair, [rate])
    else ofPair.push(rate)
  }
  return byPair
}

/** The last one of a day until `day`, by halves: the list is sorted by day. */
export function lastUntil<T extends { readonly day: string }>(sorted: readonly T[], day: string): T | undefined {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]!.day <= day) low = middle + 1
    else high = middle
  }
  return sorted[low - 1]
}
