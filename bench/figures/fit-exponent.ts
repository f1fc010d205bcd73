import type { Point } from './result.ts'

/** The exponent e of the cost = c · work^e that fits best: the slope of the straight line through the logarithms. */
export function fitExponent(points: readonly Point[]): number {
  if (points.length < 2) throw new RangeError(`an exponent needs at least two points; got ${points.length}`)
  const xs = points.map(({ work }) => Math.log(work))
  const ys = points.map(({ cost }) => Math.log(cost))
  const [meanX, meanY] = [mean(xs), mean(ys)]
  const along = xs.reduce((sum, x, i) => sum + (x - meanX) * (ys[i]! - meanY), 0)
  const across = xs.reduce((sum, x) => sum + (x - meanX) ** 2, 0)
  return along / across
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
