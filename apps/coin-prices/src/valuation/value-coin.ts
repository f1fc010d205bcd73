import { confidenceOf } from './confidence.ts'
import { medianInterval } from './median-interval.ts'
import { robustSpread } from './robust-spread.ts'
import type { LeftOut, PricedPoint, Valuation, ValuationOptions } from './valuation.ts'
import type { Weighted } from './weighted-quantile.ts'

/** A point with what it counts in the figure. */
type Weighed = Weighted & { readonly point: PricedPoint }

const dayMs = 86_400_000

/**
 * Values a coin from its price points. Sold prices decide. With too few of them, asking prices give a figure that says so. Bids of
 * running auctions and guide prices never enter a figure.
 */
export function valueCoin(points: readonly PricedPoint[], options: ValuationOptions): Valuation {
  const { minPoints = 3 } = options
  const leftOut: LeftOut[] = []
  const usable = points.filter((point) => {
    const reason = whyUnusable(point, options)
    if (reason !== undefined) leftOut.push({ id: point.id, reason })
    return reason === undefined
  })
  for (const basis of ['sold', 'ask'] as const) {
    const weighed = weigh(
      usable.filter(({ priceType }) => priceType === basis),
      options,
    )
    const { kept, outliers } = withoutOutliers(weighed, options)
    if (kept.length < minPoints) continue
    const others = usable.filter(({ priceType }) => priceType !== basis).map(because(`not-${basis}`))
    return valued(basis, kept, [...leftOut, ...outliers.map(because('outlier')), ...others], options)
  }
  const rest = usable.map(because('too-few-points'))
  const none = { lowCents: null, fairCents: null, highCents: null, confidence: 0, used: [] }
  return { status: 'too-few-points', basis: null, ...none, leftOut: [...leftOut, ...rest] }
}

function whyUnusable({ excludedFor, priceType, day }: PricedPoint, options: ValuationOptions): string | undefined {
  if (excludedFor !== undefined) return excludedFor
  if (priceType === 'bid') return 'running-auction'
  if (priceType === 'guide') return 'guide-price'
  const age = ageInDays(day, options.today)
  if (Number.isNaN(age) || age < 0) return 'no-valid-day'
  return age > (options.maxAgeDays ?? 730) ? 'too-old' : undefined
}

const because =
  (reason: string) =>
  ({ id }: { readonly id: number }): LeftOut => ({ id, reason })

/** Ascending by price. What is new and matches well weighs most. */
function weigh(points: readonly PricedPoint[], { today, halfLifeDays = 45 }: ValuationOptions): readonly Weighed[] {
  return points
    .map((point) => ({
      point,
      value: point.cents,
      weight: Math.max(point.strength, 0.01) * 0.5 ** (ageInDays(point.day, today) / halfLifeDays),
    }))
    .sort((a, b) => a.value - b.value || a.weight - b.weight || a.point.id - b.point.id)
}

/**
 * Four points or fewer have no outlier: with so few, the median alone resists a wild one. Outliers are a minority: where more than half
 * of the points would be, the prices have no common center, and all of them stay.
 */
function withoutOutliers(weighed: readonly Weighed[], { outlierCutoff = 6 }: ValuationOptions) {
  if (weighed.length < 5) return { kept: weighed, outliers: [] }
  const { center, deviation } = robustSpread(weighed)
  const isOutlier = ({ value }: Weighed) => Math.abs(value - center) > outlierCutoff * deviation
  const kept = weighed.filter((each) => !isOutlier(each))
  if (kept.length <= weighed.length / 2) return { kept: weighed, outliers: [] }
  return { kept, outliers: weighed.filter(isOutlier).map(({ point }) => point) }
}

function valued(
  basis: 'sold' | 'ask',
  kept: readonly Weighed[],
  leftOut: readonly LeftOut[],
  { coverage = 0.8 }: ValuationOptions,
): Valuation {
  const { low, middle, high } = medianInterval(kept, coverage)
  return {
    status: 'valued',
    basis,
    lowCents: Math.floor(low),
    fairCents: Math.round(middle),
    highCents: Math.ceil(high),
    confidence: confidenceOf({ basis, weighted: kept, low, middle, high }),
    used: kept.map(({ point }) => point.id).sort((a, b) => a - b),
    leftOut,
  }
}

function ageInDays(day: string, today: string): number {
  return (Date.parse(today) - Date.parse(day)) / dayMs
}
