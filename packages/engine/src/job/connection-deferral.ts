import { exponential } from './backoff.ts'

const backoff = exponential({ firstMs: 1_000, maxMs: 30_000, jitter: 0.5 })

/** How long an attempt is deferred that Pawl had no connection for, in ms. `deferrals`: how often its job was deferred before. */
export function connectionDeferralMs(deferrals: number, random: number): number {
  return backoff({ failures: deferrals + 1, random, error: undefined })
}
