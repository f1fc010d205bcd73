export type RateLimit = {
  readonly perSecond: number
  /** How many may come at once; as many as in a second unless said otherwise. */
  readonly burst?: number
}

/** A token bucket, as gateways count: so many a second on the whole, and never more than a second's worth at once. */
export class RateLimiter {
  readonly perSecond: number
  readonly #burst: number
  #tokens: number
  #refilledAt: number

  constructor({ perSecond, burst = perSecond }: RateLimit, now: number) {
    this.perSecond = perSecond
    this.#burst = burst
    this.#tokens = burst
    this.#refilledAt = now
  }

  /**
   * Whether one more may come at this time (ms of a steady clock), and if not, when it may. Whoever counts and stood still for a
   * while sees at once what came one by one: for that time as many more are allowed.
   */
  take(
    now: number,
    stalledMs = 0,
  ): { readonly isAllowed: boolean; readonly remaining: number; readonly waitMs: number } {
    const most = this.#burst + (stalledMs / 1000) * this.perSecond
    this.#tokens = Math.min(most, this.#tokens + ((now - this.#refilledAt) / 1000) * this.perSecond)
    this.#refilledAt = now
    if (this.#tokens < 1) {
      return { isAllowed: false, remaining: 0, waitMs: ((1 - this.#tokens) / this.perSecond) * 1000 }
    }
    this.#tokens--
    return { isAllowed: true, remaining: Math.floor(this.#tokens), waitMs: 0 }
  }
}
