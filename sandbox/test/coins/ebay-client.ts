import { type Sandbox, sandboxCoinKeys } from '../../src/index.ts'

const scope = 'https://api.ebay.com/oauth/api_scope'
export const scopes = { base: scope, insights: `${scope}/buy.marketplace.insights` }

type TokenRequest = {
  readonly scope?: string
  readonly keys?: { readonly clientId: string; readonly clientSecret: string }
  readonly grant?: string
}

/** Calls the stand-ins of eBay as a client does. */
export function ebayClient({ urls }: Sandbox) {
  const { ebay } = urls.coinPrices
  const requestToken = (request: TokenRequest = {}) => {
    const { clientId, clientSecret } = request.keys ?? sandboxCoinKeys.ebay
    const form = { grant_type: request.grant ?? 'client_credentials', scope: request.scope ?? scopes.insights }
    return fetch(`${ebay}/identity/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
      body: new URLSearchParams(form),
    })
  }
  const token = async (request?: TokenRequest) =>
    ((await (await requestToken(request)).json()) as { access_token: string }).access_token
  const get = async (path: string, bearer: string, headers: Readonly<Record<string, string>> = marketplace) => {
    const answer = await fetch(`${ebay}${path}`, { headers: { authorization: `Bearer ${bearer}`, ...headers } })
    return { status: answer.status, body: (await answer.json()) as SearchBody }
  }
  const browse = (query: string, bearer: string) => get(`/buy/browse/v1/item_summary/search?${query}`, bearer)
  const insights = (query: string, bearer: string, headers?: Readonly<Record<string, string>>) =>
    get(`/buy/marketplace_insights/v1_beta/item_sales/search?${query}`, bearer, headers)
  return { requestToken, token, get, browse, insights }
}

export type Item = { readonly itemId: string; readonly title: string } & Readonly<Record<string, unknown>>
export type SearchBody = {
  readonly total: number
  readonly next?: string
  readonly prev?: string
  readonly itemSummaries?: readonly Item[]
  readonly itemSales?: readonly Item[]
  readonly warnings?: readonly { readonly errorId: number }[]
  readonly errors?: readonly { readonly errorId: number; readonly domain: string }[]
}

const marketplace = { 'x-ebay-c-marketplace-id': 'EBAY_US' }
