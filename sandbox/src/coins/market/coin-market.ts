import { seededRandom } from '../../catalogue/seeded-random.ts'
import { type AskPrices, drawOffers } from './draw-offers.ts'
import { drawRecords } from './draw-records.ts'
import { drawSales, type HandSale, runningAuctions, type SaleStream, saleByHand } from './draw-sales.ts'
import { drawCoins, type MarketCoin } from './market-coin.ts'
import type { AuctionRecord, Offer, Sale } from './market-listing.ts'
import { mixedSeed } from './mixed-seed.ts'
import { drawShape, levelCents, medianFactor, type PriceKind, type PriceShape, priceKinds } from './price-shape.ts'
import { SlotCache } from './slot-cache.ts'

export type MarketOptions = {
  /** All coins and prices follow from it. Default: 1. */
  readonly seed?: number
  /** How many coins there are. Default: 40. */
  readonly coins?: number
  /** The share of listings that are no price of their coin. Default: 0.2. */
  readonly junkShare?: number
  /** The fewest and the most sales of a coin within 90 days. Default: 12 to 60. */
  readonly sales?: readonly [fewest: number, most: number]
  /** The fewest and the most offers of a coin at a time, auctions aside. Default: 6 to 24. */
  readonly offers?: readonly [fewest: number, most: number]
  /** How long an offer stays on the average. Default: 6 h. */
  readonly offerMs?: number
  /** The clock. Default: `Date.now`. */
  readonly now?: () => number
}

/**
 * A market of coins whose true values are known. It follows from its seed and the time alone: sales and offers appear as time passes,
 * and another process with the same seed sees the same ones.
 */
export type CoinMarket = {
  readonly coins: readonly MarketCoin[]
  now(): number
  /** Moves the clock forward. */
  advance(ms: number): void
  kindOf(coin: MarketCoin): PriceKind
  /** The true value: the median of what the coin itself is sold for at this time. */
  trueCents(coin: MarketCoin): number
  /** The sales of the last 90 days, newest first, junk included. */
  sales(coin: MarketCoin): readonly Sale[]
  /** What can be bought now, junk included, and the auctions that run. */
  offers(coin: MarketCoin): readonly Offer[]
  /** Lots of auction houses over two years, newest first. A coin that no service has graded has none. */
  auctionRecords(coin: MarketCoin): readonly AuctionRecord[]
  /** Adds a sale at the present time. It is forgotten when the process ends. */
  sell(coin: MarketCoin, sale?: HandSale): Sale
}

type CoinState = { readonly shape: PriceShape; readonly stream: SaleStream; readonly asks: AskPrices }

/**
 * Makes a market without serving it.
 *
 * @example
 * ```ts
 * const market = simulateMarket({ coins: 200, junkShare: 0.2, now: () => Date.parse('2026-03-01') })
 * for (const coin of market.coins) compare(valueOf(market.sales(coin)), market.trueCents(coin))
 * ```
 */
export function simulateMarket(options: MarketOptions = {}): CoinMarket {
  const { seed = 1, coins: count = 40, now = Date.now } = options
  const coins = drawCoins(seed, count)
  const states = coins.map((coin) => stateOf(coin, seed, options))
  const handSales = new Map<number, Sale[]>()
  let aheadMs = 0
  const clock = () => now() + aheadMs
  const state = ({ index }: MarketCoin) => states[index]!
  return {
    coins,
    now: clock,
    advance(ms) {
      aheadMs += ms
    },
    kindOf: (coin) => state(coin).shape.kind,
    trueCents(coin) {
      const { shape } = state(coin)
      return Math.round(levelCents(shape, clock()) * medianFactor(shape))
    },
    sales: (coin) => [...(handSales.get(coin.index) ?? []), ...drawSales(coin, state(coin).stream, clock())],
    offers: (coin) => [
      ...drawOffers(coin, state(coin).asks, clock()),
      ...runningAuctions(coin, state(coin).stream, clock()),
    ],
    auctionRecords: (coin) => drawRecords(coin, state(coin).shape, mixedSeed(seed, coin.index, 4), clock()),
    sell(coin, sale = {}) {
      const earlier = handSales.get(coin.index) ?? []
      const made = saleByHand(coin, state(coin).stream, { ...sale, at: clock(), nth: earlier.length })
      handSales.set(coin.index, [made, ...earlier])
      return made
    },
  }
}

function stateOf({ index }: MarketCoin, seed: number, options: MarketOptions): CoinState {
  const { junkShare = 0.2, sales = [12, 60], offers = [6, 24], offerMs = 6 * 3_600_000 } = options
  const random = seededRandom(mixedSeed(seed, index, 2))
  const shape = drawShape(priceKinds[index % priceKinds.length]!, random)
  const between = ([fewest, most]: readonly [number, number]) => fewest + Math.floor(random() * (most - fewest + 1))
  const common = { shape, junkShare, seed: mixedSeed(seed, index, 3) }
  return {
    shape,
    stream: { ...common, perWindow: between(sales), cache: new SlotCache() },
    asks: { ...common, atOnce: between(offers), lifeMs: offerMs, cache: new SlotCache() },
  }
}
