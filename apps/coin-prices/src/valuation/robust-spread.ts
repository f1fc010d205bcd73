import { type Weighted, weightedQuantile } from './weighted-quantile.ts'

export type Spread = { readonly center: number; readonly deviation: number }

/** The standard deviation of a normal distribution, as multiples of its median and mean absolute deviation. */
const perMedianDeviation = 1.4826
const perMeanDeviation = 1.2533

/**
 * Center and standard deviation that a few wild values do not move: the weighted median, and the weighted median absolute deviation.
 * Where more than half of the weight has one value, that is 0, and the mean absolute deviation takes its place. It is 0 only if all
 * values are equal. The values are ascending.
 */
export function robustSpread(ascending: readonly Weighted[]): Spread {
  const center = weightedQuantile(ascending, 0.5)
  const deviations = ascending
    .map(({ value, weight }) => ({ value: Math.abs(value - center), weight }))
    .sort((a, b) => a.value - b.value)
  const median = weightedQuantile(deviations, 0.5)
  if (median > 0) return { center, deviation: perMedianDeviation * median }
  const weight = deviations.reduce((sum, each) => sum + each.weight, 0)
  const mean = deviations.reduce((sum, each) => sum + each.value * each.weight, 0) / weight
  return { center, deviation: perMeanDeviation * mean }
}
