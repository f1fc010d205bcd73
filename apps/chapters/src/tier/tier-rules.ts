/** When a series is of which tier, and how often each is looked at. */
export type TierRules = {
  /** Published so many chapters within so long. */
  readonly hot: { readonly everyMs: number; readonly chapters: number; readonly withinMs: number }
  /** Published anything within so long. */
  readonly warm: { readonly everyMs: number; readonly withinMs: number }
  /** All others. */
  readonly cold: { readonly everyMs: number }
}

/** What failures of one series at one source do to it. */
export type FailureRules = {
  /** The next look after a failure. */
  readonly retryMs: number
  /** So many in a row close it off … */
  readonly closeAfter: number
  /** … for so long. */
  readonly closeMs: number
}
