import { newSeries } from './catalogue/new-series.ts'
import { coinKeys } from './coins/coin-keys.ts'
import { drawCoins, type MarketCoin } from './coins/market/market-coin.ts'
import { firstSeries } from './first-series.ts'

/** PAWL_SANDBOX_PORT, or 8790: processes that only call the sandbox know it without asking. */
export const sandboxPort: number = readPort(process.env.PAWL_SANDBOX_PORT)
export const sandboxSeed = 1

/** The addresses of all stand-ins, by application and service. */
export function urlsAt(origin: string) {
  return {
    chapters: {
      mangadex: `${origin}/mangadex`,
      mangapark: `${origin}/mangapark`,
      mangaupdates: `${origin}/mangaupdates/v1`,
    },
    coinPrices: {
      ebay: `${origin}/ebay`,
      pcgs: `${origin}/pcgs/publicapi`,
      numista: `${origin}/numista/v3`,
    },
    siteReports: {
      /** Made-up sites: the one of `lantern-bakery.example` is at `/lantern-bakery.example/`. */
      web: `${origin}/web`,
      model: `${origin}/model/v1`,
    },
  } as const
}

/** All stand-ins share this origin. */
export const sandboxOrigin = `http://127.0.0.1:${sandboxPort}`

export const sandboxUrls = urlsAt(sandboxOrigin)

/** What there is to follow in the sandbox from the start, as the addresses that a person would paste. */
export const sandboxSeries: { readonly chapters: readonly string[] } = {
  chapters: firstSeries.flatMap((options, index) =>
    Object.values(newSeries(options, index, { seed: sandboxSeed, feedsUrl: `${sandboxOrigin}/feeds` }).urls),
  ),
}

/** The credentials that eBay, PCGS and Numista accept. */
export const sandboxCoinKeys = coinKeys

/** Of the market that `sandbox()` serves: many sales, so that there are new ones while a person watches. */
export const sandboxMarket = { seed: sandboxSeed, coins: 40, sales: [150, 450] } as const

/** The coins of the market, as a collector would enter them. */
export const sandboxCoins: readonly MarketCoin[] = drawCoins(sandboxMarket.seed, sandboxMarket.coins)

/** Some of the made-up sites, as the addresses that a person would paste. */
export const sandboxSites: readonly string[] = [
  'https://lantern-bakery.example/',
  'https://harbour-cycles.example/',
  'https://tidewater-library.example/',
  'https://nordwind-yoga.example/',
  'https://hostile.example/',
]

/** What the stand-in of a model is asked for, and with: any key will do. */
export const sandboxModel = { model: 'made-up-large', key: 'sandbox' } as const

function readPort(text: string | undefined): number {
  if (text === undefined || text === '') return 8790
  const port = Number(text)
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port
  throw new Error(`PAWL_SANDBOX_PORT must be a port from 1 to 65535; got '${text}'; leave it out for 8790`)
}
