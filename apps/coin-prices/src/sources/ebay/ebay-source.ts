import type { SourceOptions } from 'pawl'
import { circuit } from '../shared/circuit.ts'
import type { EbayOptions } from './ebay-options.ts'

/** Limits of one of eBay's interfaces: 5,000 calls a day for the key, from midnight Pacific time. */
export function ebaySource(name: string, { allowPrivate, userAgent, cacheTtlMs }: EbayOptions): SourceOptions {
  return {
    name,
    requestsPerMinute: 60,
    // eBay counts days, not minutes. So 20 jobs that are inserted at once start at once
    burst: 24,
    quota: { calls: 5_000, at: '00:00', zone: 'America/Los_Angeles' },
    circuit,
    ...(cacheTtlMs === undefined ? {} : { cache: { ttlMs: cacheTtlMs, policy: 'ttl' } }),
    allowPrivate,
    userAgent,
    maxDeferrals: 10_000,
  }
}
