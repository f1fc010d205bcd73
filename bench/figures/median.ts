/** The middle of a list; between the two middle ones when their number is even. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The value below which a share of all lies, between neighbours in proportion. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new RangeError('no values: a quantile needs at least one')
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)]!
  const above = sorted[Math.ceil(place)]!
  return below + (above - below) * (place - Math.floor(place))
}
