import { effectiveCount, type Weighted } from './weighted-quantile.ts'

export type ConfidenceInput = {
  readonly basis: 'sold' | 'ask'
  readonly weighted: readonly Weighted[]
  readonly low: number
  readonly middle: number
  readonly high: number
}

/** Asking prices say what is hoped for, so a figure from them is never trusted more than this. */
const mostForAsking = 0.5

/** 0 to 1: grows with the effective number of prices, shrinks with the width of the interval. */
export function confidenceOf({ basis, weighted, low, middle, high }: ConfidenceInput): number {
  const count = effectiveCount(weighted)
  const byCount = count / (count + 3)
  const byWidth = middle <= 0 ? 0 : 1 / (1 + (high - low) / middle)
  const confidence = (basis === 'ask' ? mostForAsking : 1) * byCount * byWidth
  return Math.round(confidence * 100) / 100
}
