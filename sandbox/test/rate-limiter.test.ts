import { describe, expect, it } from 'vitest'
import { RateLimiter } from '../src/http/rate-limiter.ts'

const allowed = (limiter: RateLimiter, now: number, stalledMs = 0) => limiter.take(now, stalledMs).isAllowed

describe('a limit of 5 a second', () => {
  it('lets five come at once, and then one in 200 ms', () => {
    const limiter = new RateLimiter({ perSecond: 5 }, 0)
    expect(Array.from({ length: 6 }, () => allowed(limiter, 0))).toEqual([true, true, true, true, true, false])
    expect([allowed(limiter, 199), allowed(limiter, 201), allowed(limiter, 202)]).toEqual([false, true, false])
    expect(limiter.take(301).waitMs).toBeCloseTo(99)
  })

  it('does not gather more than a second’s worth', () => {
    const limiter = new RateLimiter({ perSecond: 5 }, 0)
    expect(Array.from({ length: 6 }, () => allowed(limiter, 60_000))).toEqual([true, true, true, true, true, false])
  })

  it('does not blame callers for the time in which nobody counted', () => {
    const limiter = new RateLimiter({ perSecond: 5 }, 0)
    const results = Array.from({ length: 11 }, () => allowed(limiter, 1_000, 1_000))
    expect(results.filter(Boolean)).toHaveLength(10)
  })
})
