import type { MiddlewareHandler } from 'hono'
import type { ServiceEnv } from '../http/faults.ts'
import type { LoopWatch } from '../http/loop-watch.ts'
import { type RateLimit, RateLimiter } from '../http/rate-limiter.ts'
import { errorAnswer } from './answer.ts'

export type GuardOptions = {
  /** 5 a second over the whole service unless said otherwise. */
  readonly limit: RateLimit
  /** So many refusals within ten seconds are taken for ill will. */
  readonly banAfter: number
  readonly banMs: number
  readonly watch: LoopWatch
}

/** What the service asks of everybody: a name, no proxy, and patience. Who stays over the limit is shut out for a while. */
export function guard({ limit, banAfter, banMs, watch }: GuardOptions): MiddlewareHandler<ServiceEnv> {
  const limiter = new RateLimiter(limit, performance.now())
  let refusals: number[] = []
  let bannedUntil = 0
  return async (c, next) => {
    if ((c.req.header('user-agent') ?? '') === '') return errorAnswer(400, 'bad_request', 'a User-Agent is required')
    if (c.req.header('via') !== undefined) return errorAnswer(400, 'bad_request', 'Via is not allowed')
    const now = performance.now()
    if (now < bannedUntil) return errorAnswer(403, 'forbidden', 'this address is banned for a while')
    const { isAllowed, remaining, waitMs } = limiter.take(now, watch.stalledMs(now))
    const headers = { 'x-ratelimit-limit': String(limit.perSecond), 'x-ratelimit-remaining': String(remaining) }
    if (isAllowed) {
      await next()
      for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
      return
    }
    refusals = [...refusals.filter((at) => at > now - 10_000), now]
    if (refusals.length >= banAfter) bannedUntil = now + banMs
    // the end of the window as a UNIX timestamp, not a number of seconds to wait
    const endsAt = Math.ceil((Date.now() + waitMs) / 1000)
    const limited = { ...headers, 'x-ratelimit-retry-after': String(endsAt) }
    return errorAnswer(429, 'rate_limit_exceeded', 'you have exceeded the rate limit', limited)
  }
}
