import type { AllowPrivate, SourceDefinition } from 'pawl'
import type { CoinSource } from './coin-source.ts'
import type { EbayOptions } from './ebay/ebay-options.ts'
import { ebayBrowse } from './ebay-browse.ts'
import { ebayInsights } from './ebay-insights.ts'
import { numista } from './numista.ts'
import { pcgs } from './pcgs.ts'

/** Base addresses of the services, and the credentials for them. A service without credentials is left out. */
export type SourcesOptions = {
  readonly ebay?:
    | { readonly clientId: string; readonly clientSecret: string; readonly url?: string; readonly marketplace?: string }
    | undefined
  readonly pcgs?: { readonly token: string; readonly url?: string } | undefined
  readonly numista?: { readonly apiKey: string; readonly url?: string } | undefined
  /** Private addresses that may be called, as in `defineSource`. Default: none. */
  readonly allowPrivate?: AllowPrivate | undefined
  /** Default: pawl-coin-prices/0.1. */
  readonly userAgent?: string | undefined
  /** How long an answer is kept. Undefined: nothing is kept. */
  readonly cacheTtlMs?: number | undefined
}

/** All markets that prices come from. To add one, write one file that makes a `CoinSource`, and name it here. */
export function createSources(options: SourcesOptions): readonly CoinSource[] {
  const { allowPrivate = false, userAgent = 'pawl-coin-prices/0.1', cacheTtlMs } = options
  const common = { allowPrivate, userAgent, cacheTtlMs }
  const sources: CoinSource[] = []
  if (options.ebay !== undefined) {
    const { url = 'https://api.ebay.com', marketplace = 'EBAY_US', ...credentials } = options.ebay
    const ebay: EbayOptions = { ...common, ...credentials, marketplace, url: withoutSlash(url) }
    sources.push(ebayBrowse(ebay), ebayInsights(ebay))
  }
  if (options.pcgs !== undefined) {
    const { url = 'https://api.pcgs.com/publicapi', token } = options.pcgs
    sources.push(pcgs({ ...common, token, url: withoutSlash(url) }))
  }
  if (options.numista !== undefined) {
    const { url = 'https://api.numista.com/v3', apiKey } = options.numista
    sources.push(numista({ ...common, apiKey, url: withoutSlash(url) }))
  }
  return Object.freeze(sources)
}

/** The sources as the engine knows them, with the services that grant their access tokens. */
export function definitionsOf(sources: readonly CoinSource[]): readonly SourceDefinition[] {
  const granting = sources.flatMap(({ token }) => (token === undefined ? [] : [token.definition]))
  const all = [...sources.map(({ definition }) => definition), ...granting]
  return [...new Map(all.map((definition) => [definition.name, definition])).values()]
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '')
