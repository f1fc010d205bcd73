import type { Coin } from '../coin/coin.ts'
import { denominationOf } from '../coin/denomination.ts'
import { bandOf, type Grade, type Market, marketOf } from '../coin/grade.ts'
import type { ExclusionReason } from './excluding-words.ts'
import type { Listing } from './listing.ts'
import { readTitle, type TitleFacts, wordsOf } from './read-title.ts'

export type MatchReason = {
  /** As in `year 1881` or `other mint mark CC`. */
  readonly text: string
  /** What it adds to the strength. */
  readonly points: number
}

/** Why a listing is no price of the coin. */
export type Mismatch =
  | ExclusionReason
  | 'other-year'
  | 'other-mint'
  | 'other-denomination'
  | 'other-market'
  | 'other-grade'
  | 'weak-match'

export type Match = {
  /** 0 to 1: the share of the coin's known attributes that the listing confirms. */
  readonly strength: number
  readonly reasons: readonly MatchReason[]
  /** Undefined: the listing is a price of this coin. */
  readonly mismatch?: Mismatch | undefined
}

/** A coin with what each comparison needs, worked out once for thousands of listings. */
export type Matcher = (listing: Listing) => Match

export type MatchOptions = {
  /** Below this strength a listing is a weak match. Default: 0.6. */
  readonly minStrength?: number
}

const weights = { year: 3, mintMark: 1.5, denomination: 1.5, series: 2.5, grade: 2 } as const

/**
 * Compares listings with one coin.
 *
 * @example
 * ```ts
 * const match = matcherFor({ year: 1881, mintMark: 'S', series: 'Morgan', denomination: 'dollar' })
 * match({ title: '1881-S Morgan Silver Dollar', … }).strength // 1
 * ```
 */
export function matcherFor(coin: Coin, { minStrength = 0.6 }: MatchOptions = {}): Matcher {
  const own = ownFacts(coin)
  return (listing) => {
    if (coin.certificate !== undefined && sameCertificate(coin.certificate, listing.certificate))
      return certain('certificate')
    if (listing.isExact === true) return certain('catalogue number')
    const read = readTitle(listing.title)
    if (coin.certificate !== undefined && sameCertificate(coin.certificate, read.certificate))
      return certain('certificate')
    const title =
      listing.grade === undefined ? read : { ...read, grade: listing.grade, market: marketOf(listing.grade) }
    const mismatch = contradiction(coin, own, title)
    const reasons = confirmations(coin, own, title)
    const gained = reasons.reduce((sum, { points }) => sum + points, 0)
    const strength = own.weight === 0 ? 0 : Math.round((gained / own.weight) * 1_000) / 1_000
    if (mismatch !== undefined) return { strength: 0, reasons, mismatch }
    return strength < minStrength ? { strength, reasons, mismatch: 'weak-match' } : { strength, reasons }
  }
}

type OwnFacts = {
  readonly market: Market
  readonly denomination: string | undefined
  readonly series: readonly string[]
  /** The coin's own words excuse an exclusion: a coin called tribute penny is offered as one. */
  readonly excused: readonly ExclusionReason[]
  readonly weight: number
}

function ownFacts(coin: Coin): OwnFacts {
  const text = [coin.series, coin.title, coin.denomination].filter(Boolean).join(' ')
  const denomination = coin.denomination === undefined ? undefined : denominationOf(coin.denomination)
  const series = [...wordsOf(coin.series ?? coin.title ?? '')].filter((word) => word.length > 1 && !common.has(word))
  const details = coin.grade?.isDetails === true ? (['damaged'] as const) : []
  const weight =
    (coin.year === undefined ? 0 : weights.year) +
    (coin.mintMark ? weights.mintMark : 0) +
    (denomination === undefined ? 0 : weights.denomination) +
    (series.length === 0 ? 0 : weights.series) +
    (coin.grade === undefined ? 0 : weights.grade)
  return {
    market: marketOf(coin.grade),
    denomination,
    series,
    excused: [...readTitle(text).exclusions, ...details],
    weight,
  }
}

const common = new Set(['the', 'of', 'coin', 'coins', 'type', 'series', 'silver', 'gold', 'copper', 'us', 'usa'])

function contradiction(coin: Coin, own: OwnFacts, title: TitleFacts): Mismatch | undefined {
  const excluded = title.exclusions.find((reason) => !own.excused.includes(reason))
  if (excluded !== undefined) return excluded
  if (coin.year !== undefined && title.years.length > 0 && !title.years.includes(coin.year)) return 'other-year'
  if (coin.mintMark !== undefined && title.mintMarks.length > 0) {
    if (!title.mintMarks.includes(coin.mintMark === 'P' ? '' : coin.mintMark)) return 'other-mint'
  }
  if (own.denomination !== undefined && title.denomination !== undefined && own.denomination !== title.denomination) {
    return 'other-denomination'
  }
  if (own.market !== title.market) return 'other-market'
  return gradesDiffer(coin.grade, title.grade, own.market) ? 'other-grade' : undefined
}

/** Certified coins compare by number. Others compare by band, because their grades are opinions. */
function gradesDiffer(own: Grade | undefined, stated: Grade | undefined, market: Market): boolean {
  if (own === undefined || stated === undefined) return false
  if (own.isDetails !== stated.isDetails && stated.isDetails === true) return true
  const isCertified = own.service !== undefined || market === 'graded'
  if (isCertified && own.number !== undefined && stated.number !== undefined) return own.number !== stated.number
  return Math.abs(bandOf(own) - bandOf(stated)) > (own.number === undefined || stated.number === undefined ? 0 : 1)
}

function confirmations(coin: Coin, own: OwnFacts, title: TitleFacts): readonly MatchReason[] {
  const reasons: MatchReason[] = []
  const add = (text: string, points: number) => reasons.push({ text, points })
  if (coin.year !== undefined && title.years.includes(coin.year)) add(`year ${coin.year}`, weights.year)
  if (coin.mintMark && title.mintMarks.includes(coin.mintMark)) add(`mint mark ${coin.mintMark}`, weights.mintMark)
  if (own.denomination !== undefined && own.denomination === title.denomination) {
    add(`denomination ${coin.denomination}`, weights.denomination)
  }
  const named = own.series.filter((word) => title.words.has(word))
  if (named.length > 0) add(`series ${named.join(' ')}`, (weights.series * named.length) / own.series.length)
  if (coin.grade !== undefined && title.grade !== undefined) add('grade', weights.grade)
  return reasons
}

function sameCertificate(own: string, other: string | undefined): boolean {
  return other !== undefined && digits(own) !== '' && digits(own) === digits(other)
}

const digits = (text: string) => text.replace(/\D/g, '')

function certain(by: string): Match {
  return { strength: 1, reasons: [{ text: `same ${by}`, points: 1 }] }
}
