export type Weighted = { readonly value: number; readonly weight: number }

/**
 * The value below which a share of the weight lies. Each value stands in the middle of its own weight, and between two values the
 * quantile is interpolated. The values are ascending.
 */
export function weightedQuantile(ascending: readonly Weighted[], share: number): number {
  const total = ascending.reduce((sum, { weight }) => sum + weight, 0)
  const target = share * total
  let before = 0
  let last: { readonly at: number; readonly value: number } | undefined
  for (const { value, weight } of ascending) {
    const at = before + weight / 2
    if (at >= target) {
      if (last === undefined || at === last.at) return value
      return last.value + ((value - last.value) * (target - last.at)) / (at - last.at)
    }
    last = { at, value }
    before += weight
  }
  if (last === undefined) throw new RangeError('a quantile needs at least one value; got none')
  return last.value
}

/** How many values of equal weight would say as much: n when all weights are equal, less otherwise. */
export function effectiveCount(values: readonly Weighted[]): number {
  const sum = values.reduce((total, { weight }) => total + weight, 0)
  const squares = values.reduce((total, { weight }) => total + weight * weight, 0)
  return squares === 0 ? 0 : (sum * sum) / squares
}
