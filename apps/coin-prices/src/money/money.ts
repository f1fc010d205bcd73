/** An amount in the smallest unit of its currency: cents for USD, yen for JPY. Never a fraction. */
export type Money = {
  readonly cents: number
  /** ISO 4217, as in USD. */
  readonly currency: string
}
