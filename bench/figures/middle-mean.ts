/** The mean of what is left without the least and the greatest quarter: some that are far off do not count, all others do. */
export function middleMean(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('no values: a mean needs at least one')
  const quarter = Math.floor(values.length / 4)
  const middle = values.toSorted((a, b) => a - b).slice(quarter, values.length - quarter)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}
