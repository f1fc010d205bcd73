/** A value that moves are measured from: of the last alert, or the first one that was seen. */
export type AlertReference = {
  readonly fairCents: number
  readonly currency: string
  readonly basis: 'sold' | 'ask'
}

/** The figures of a valuation that an alert is decided by. */
export type AlertValue = {
  readonly fairCents: number | null
  readonly currency: string
  readonly basis: 'sold' | 'ask' | null
}

export type AlertDecision =
  /** The value is unknown or has not moved far enough: the reference stays. */
  | { readonly kind: 'none' }
  /** Moves are measured from this value on. There is nothing to compare it with. */
  | { readonly kind: 'reference'; readonly reference: AlertReference }
  /** Percent: how far the value has moved, in tenths; a fall is negative. Later moves are measured from the reference. */
  | { readonly kind: 'alert'; readonly percent: number; readonly reference: AlertReference }

/**
 * Decides whether a value has moved by at least `minPercent` since the last alert. A value that is not known raises no alert and changes
 * nothing, so that a gap in the prices hides no move. Values of sold and of asking prices, or of two currencies, are not compared:
 * the new one becomes the reference.
 */
export function decideAlert(value: AlertValue, last: AlertReference | undefined, minPercent: number): AlertDecision {
  if (!(minPercent > 0 && minPercent <= 1_000)) {
    throw new RangeError(`expected a percentage above 0 and at most 1000; got ${minPercent}`)
  }
  const { fairCents, currency, basis } = value
  if (fairCents === null || basis === null) return { kind: 'none' }
  const reference = { fairCents, currency, basis }
  const isComparable = last !== undefined && last.currency === currency && last.basis === basis && last.fairCents > 0
  if (!isComparable) return { kind: 'reference', reference }
  const moved = fairCents - last.fairCents
  if (Math.abs(moved) * 100 < minPercent * last.fairCents) return { kind: 'none' }
  return { kind: 'alert', percent: Math.round((moved / last.fairCents) * 1_000) / 10, reference }
}
