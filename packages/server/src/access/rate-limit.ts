/** So many requests a second from one client on average, and so many at once. */
export type RateLimitOptions = { readonly perSecond: number; readonly burst: number }

type Bucket = { tokens: number; atMs: number }

/** No attacker with many addresses makes it grow: who was not heard of for longest is forgotten, with a full bucket. */
const maxClients = 10_000

/** A token bucket for each client, in this process. Returns how long to wait, 0 when the request may pass. */
export class RateLimit {
  readonly #perMs: number
  readonly #burst: number
  readonly #buckets = new Map<string, Bucket>()

  constructor({ perSecond, burst }: RateLimitOptions) {
    this.#perMs = perSecond / 1_000
    this.#burst = burst
  }

  take(client: string, nowMs: number): number {
    const known = this.#buckets.get(client)
    const bucket = known ?? { tokens: this.#burst, atMs: nowMs }
    bucket.tokens = Math.min(this.#burst, bucket.tokens + (nowMs - bucket.atMs) * this.#perMs)
    bucket.atMs = nowMs
    // the map keeps its entries in order: the one heard of last goes to the end
    this.#buckets.delete(client)
    this.#buckets.set(client, bucket)
    if (known === undefined && this.#buckets.size > maxClients) this.#forgetOldest()
    if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / this.#perMs)
    bucket.tokens -= 1
    return 0
  }

  #forgetOldest(): void {
    const [oldest] = this.#buckets.keys()
    if (oldest !== undefined) this.#buckets.delete(oldest)
  }
}
