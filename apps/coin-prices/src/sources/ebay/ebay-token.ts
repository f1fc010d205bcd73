import { createHash } from 'node:crypto'
import { defineSource } from 'pawl'
import type { TokenGrant } from '../coin-source.ts'
import { circuit } from '../shared/circuit.ts'
import type { EbayOptions } from './ebay-options.ts'
import { fetchToken } from './fetch-token.ts'

const name = 'ebay-oauth'

/** An application token for one of eBay's interfaces. eBay grants 1,000 a day. */
export function ebayToken(scope: string, options: EbayOptions): TokenGrant {
  const { clientId, clientSecret, url, allowPrivate, userAgent } = options
  return {
    scope,
    credentials: createHash('sha256').update([url, clientId, clientSecret].join('\n')).digest('hex').slice(0, 32),
    definition: defineSource({
      ...{ name, requestsPerMinute: 60, burst: 5, circuit, allowPrivate, userAgent, maxDeferrals: 10_000 },
      quota: { calls: 1_000, at: '00:00', zone: 'America/Los_Angeles' },
    }),
    fetch: (ask) => fetchToken(ask, name, scope, options),
  }
}
