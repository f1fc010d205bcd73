import type { App } from '@pawl/app'
import { coinPrices } from '@pawl/coin-prices'
import { sandboxCoinKeys } from '@pawl/sandbox'

export type CoinServiceUrls = { readonly ebay: string; readonly pcgs: string; readonly numista: string }

/** The application with short waits and without a cache, so that each job calls its service. */
export function coinPricesApp({ ebay, pcgs, numista }: CoinServiceUrls): App {
  return coinPrices({
    ebay: { ...sandboxCoinKeys.ebay, url: ebay },
    pcgs: { ...sandboxCoinKeys.pcgs, url: pcgs },
    numista: { ...sandboxCoinKeys.numista, url: numista },
    allowPrivate: [new URL(ebay).origin],
    cacheTtlMs: null,
    retry: { baseDelayMs: 200 },
    // the jobs of a killed worker run one at a time in quarantine, so few of them keep the recovery short
    collecting: { checkEveryMs: 200, takeUpEveryMs: 200, concurrency: 6 },
    valuing: { checkEveryMs: 1_000 },
  })
}
