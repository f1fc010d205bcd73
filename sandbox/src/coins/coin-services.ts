import { Hono } from 'hono'
import { type Fault, Faults, type ServiceEnv } from '../http/faults.ts'
import { RequestLog } from '../http/request-log.ts'
import { analyticsRoutes } from './ebay/analytics-routes.ts'
import { browseRoutes } from './ebay/browse-routes.ts'
import { checkToken } from './ebay/check-token.ts'
import { EbayTokens } from './ebay/ebay-tokens.ts'
import { whyNoInsights } from './ebay/insights-errors.ts'
import { insightsRoutes } from './ebay/insights-routes.ts'
import { tokenRoutes } from './ebay/token-routes.ts'
import { type CoinMarket, type MarketOptions, simulateMarket } from './market/coin-market.ts'
import { checkNumistaKey } from './numista/check-numista-key.ts'
import { numistaRoutes } from './numista/numista-routes.ts'
import { checkPcgsToken } from './pcgs/check-pcgs-token.ts'
import { pcgsRoutes } from './pcgs/pcgs-routes.ts'
import { Quota, type QuotaOptions, type QuotaUsage } from './quota.ts'

export const coinServices = ['ebay-token', 'ebay-browse', 'ebay-insights', 'pcgs', 'numista'] as const
export type CoinService = (typeof coinServices)[number]

export type CoinsOptions = MarketOptions & {
  /** How many calls each service answers in a day, Numista in a month. Default: as the services document. */
  readonly quotas?: Partial<Readonly<Record<CoinService, number>>>
  /** Answers each call of PCGS of this number with 500. Default: 0, which is none. */
  readonly pcgsErrorEvery?: number
}

/** The services that have prices of coins: their market, what is wrong with them, and who called. */
export type Coins = {
  readonly market: CoinMarket
  /** Begins a fault, which lasts until `restore` or for `requests` requests. Default: the service cannot be reached. */
  outage(service: CoinService, fault?: Fault): void
  restore(service: CoinService): void
  fault(service: CoinService): Fault | undefined
  requests(service: CoinService): RequestLog
  quota(service: CoinService): QuotaUsage
  /** How many tokens this process has granted. */
  readonly tokensGranted: number
  /** Refuses all tokens of eBay that were granted so far. */
  revokeTokens(): void
}

const pacific = 'America/Los_Angeles'
const quotas: Readonly<Record<CoinService, QuotaOptions>> = {
  'ebay-token': { limit: 1_000, per: 'day', zone: pacific },
  'ebay-browse': { limit: 5_000, per: 'day', zone: pacific },
  'ebay-insights': { limit: 5_000, per: 'day', zone: pacific },
  pcgs: { limit: 1_000, per: 'day', zone: 'UTC' },
  numista: { limit: 2_000, per: 'month', zone: 'UTC' },
}

type Service = { readonly log: RequestLog; readonly faults: Faults; readonly quota: Quota }

/** The stand-ins of eBay, PCGS and Numista over one market. */
export function createCoins(
  stopping: AbortSignal,
  options: CoinsOptions = {},
): { readonly coins: Coins; readonly routes: Hono<ServiceEnv> } {
  const market = simulateMarket(options)
  const tokens = new EbayTokens(() => market.now())
  const services = new Map(coinServices.map((name) => [name, serviceOf(name, stopping, market, options)]))
  const service = (name: CoinService) => services.get(name)!
  const coins: Coins = {
    market,
    outage: (name, fault = { kind: 'outage' }) => service(name).faults.begin(fault),
    restore: (name) => service(name).faults.end(),
    fault: (name) => service(name).faults.current,
    requests: (name) => service(name).log,
    quota: (name) => service(name).quota.usage,
    get tokensGranted() {
      return tokens.granted
    },
    revokeTokens: () => tokens.revoke(),
  }
  const watched = (name: CoinService) => new Hono<ServiceEnv>().use(service(name).faults.middleware)
  const ebayCheck = (name: CoinService) => ({ tokens, quota: service(name).quota })
  const unlimited = { ...ebayCheck('ebay-browse'), quota: { take: () => true } }
  const routes = new Hono<ServiceEnv>()
    .route('/ebay/identity/v1', watched('ebay-token').route('/', tokenRoutes(tokens, service('ebay-token').quota)))
    .route(
      '/ebay/buy/browse/v1',
      watched('ebay-browse')
        .use(checkToken(ebayCheck('ebay-browse')))
        .route('/', browseRoutes(market)),
    )
    .route(
      '/ebay/buy/marketplace_insights/v1_beta',
      watched('ebay-insights')
        .use(checkToken({ ...ebayCheck('ebay-insights'), whyForbidden: whyNoInsights }))
        .route('/', insightsRoutes(market)),
    )
    .route(
      '/ebay/developer/analytics/v1_beta',
      new Hono<ServiceEnv>().use(checkToken(unlimited)).route('/', analyticsRoutes(coins)),
    )
    .route(
      '/pcgs/publicapi',
      watched('pcgs')
        .use(checkPcgsToken(service('pcgs').quota, options.pcgsErrorEvery ?? 0))
        .route('/', pcgsRoutes(market)),
    )
    .route(
      '/numista/v3',
      watched('numista')
        .use(checkNumistaKey(service('numista').quota))
        .route('/', numistaRoutes(market)),
    )
  return { coins, routes }
}

function serviceOf(name: CoinService, stopping: AbortSignal, market: CoinMarket, options: CoinsOptions): Service {
  const log = new RequestLog()
  const limit = options.quotas?.[name] ?? quotas[name].limit
  const quota = new Quota({ ...quotas[name], limit }, () => market.now())
  return { log, faults: new Faults(log, stopping), quota }
}
