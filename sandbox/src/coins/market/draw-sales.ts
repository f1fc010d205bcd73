import { seededRandom } from '../../catalogue/seeded-random.ts'
import { drawJunkFactor, drawJunkKind, type JunkKind, junkTitle } from './junk-listing.ts'
import { cleanTitle, plainTitle } from './listing-title.ts'
import type { MarketCoin } from './market-coin.ts'
import type { Offer, Sale } from './market-listing.ts'
import { mixedSeed } from './mixed-seed.ts'
import { drawFactor, levelCents, type PriceShape } from './price-shape.ts'
import type { SlotCache } from './slot-cache.ts'
import { wordsIn } from './words-in.ts'

/** The sales of one coin: one falls into each span of time, at a time that follows from the seed and the number of the span. */
export type SaleStream = ListingPrices & { readonly perWindow: number; readonly cache: SlotCache<Sale> }

export type ListingPrices = { readonly shape: PriceShape; readonly junkShare: number; readonly seed: number }

/** What to sell by hand. Default: a clean title and a price from the coin's own distribution. */
export type HandSale = { readonly cents?: number; readonly title?: string }

/** Marketplace Insights lists sales for this long. */
export const saleWindowMs = 90 * 86_400_000
const auctionMs = 3 * 86_400_000
const ids = { sale: 1, hand: 3 } as const

/** The sales of the last 90 days, newest first. */
export function drawSales(coin: MarketCoin, stream: SaleStream, now: number): readonly Sale[] {
  return salesBetween(coin, stream, now - saleWindowMs, now)
}

/** The auctions that run: those that are sold within the next days, at the bid that they have reached. */
export function runningAuctions(coin: MarketCoin, stream: SaleStream, now: number): readonly Offer[] {
  return salesBetween(coin, stream, now, now + auctionMs)
    .filter(({ isAuction }) => isAuction)
    .map(({ soldAt, quantity: _, ...sale }) => {
      const passed = 1 - (soldAt - now) / auctionMs
      return {
        ...sale,
        cents: Math.max(99, Math.round(sale.cents * passed ** 2)),
        bids: Math.floor(sale.bids * passed),
        ...{ currency: 'USD' as const, shipping: 499, startedAt: soldAt - auctionMs, endsAt: soldAt },
      }
    })
}

/** A sale at a given time that no seed has drawn. */
export function saleByHand(
  coin: MarketCoin,
  { shape, seed }: SaleStream,
  { at, nth, cents, title = plainTitle(coin) }: HandSale & { readonly at: number; readonly nth: number },
): Sale {
  const drawn = levelCents(shape, at) * drawFactor(shape, seededRandom(mixedSeed(seed, ids.hand, nth)))
  return {
    ...{ legacyId: legacyId(ids.hand, coin, nth), title, words: findableBy(coin, title), soldAt: at },
    ...{ cents: cents ?? Math.round(drawn), isAuction: false, bids: 0, quantity: 1 },
  }
}

export function legacyId(kind: number, { index }: MarketCoin, slot: number): string {
  return `${kind}${String(index).padStart(3, '0')}${String(slot % 1e8).padStart(8, '0')}`
}

/** Title and price of a listing, and whether it is junk. */
export function drawListed(coin: MarketCoin, prices: ListingPrices, at: number, random: () => number) {
  const junk: JunkKind | undefined = random() < prices.junkShare ? drawJunkKind(random) : undefined
  const isPlain = junk === undefined || junk === 'silent'
  const title = (isPlain ? cleanTitle(coin, random) : junkTitle(coin, junk, random)).slice(0, 80)
  const factor = drawFactor(prices.shape, random) * (junk === undefined ? 1 : drawJunkFactor(junk, random))
  const cents = Math.max(1, Math.round(levelCents(prices.shape, at) * factor))
  return { title, words: findableBy(coin, title), cents, ...(junk === undefined ? {} : { junk }) }
}

/** Sellers of junk fill in what the coin is, whatever their title says. */
function findableBy(coin: MarketCoin, title: string): ReadonlySet<string> {
  return wordsIn(`${title} ${plainTitle(coin)} ${coin.denomination} ${coin.issuer}`)
}

function salesBetween(coin: MarketCoin, stream: SaleStream, after: number, until: number): readonly Sale[] {
  const spanMs = saleWindowMs / stream.perWindow
  const sales: Sale[] = []
  for (let slot = Math.floor(until / spanMs); slot >= Math.floor(after / spanMs); slot--) {
    const random = seededRandom(mixedSeed(stream.seed, ids.sale, slot))
    const soldAt = Math.floor((slot + random()) * spanMs)
    if (soldAt <= after || soldAt > until) continue
    sales.push(stream.cache.get(slot, () => drawSale(coin, stream, { slot, soldAt, random })))
  }
  return sales
}

type Slot = { readonly slot: number; readonly soldAt: number; readonly random: () => number }

function drawSale(coin: MarketCoin, stream: SaleStream, { slot, soldAt, random }: Slot): Sale {
  const listed = drawListed(coin, stream, soldAt, random)
  const isAuction = random() < 0.4
  return {
    ...{ ...listed, legacyId: legacyId(ids.sale, coin, slot), soldAt, isAuction },
    bids: isAuction ? 1 + Math.floor(random() * 30) : 0,
    quantity: !isAuction && random() < 0.08 ? 2 + Math.floor(random() * 4) : 1,
  }
}
