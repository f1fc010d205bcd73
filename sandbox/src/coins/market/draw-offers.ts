import { seededRandom } from '../../catalogue/seeded-random.ts'
import { drawListed, type ListingPrices, legacyId } from './draw-sales.ts'
import { convertCents } from './exchange.ts'
import type { MarketCoin } from './market-coin.ts'
import type { Offer } from './market-listing.ts'
import { mixedSeed } from './mixed-seed.ts'
import type { SlotCache } from './slot-cache.ts'

/** The offers of one coin: `atOnce` on the average, each for about `lifeMs`. */
export type AskPrices = ListingPrices & {
  readonly atOnce: number
  readonly lifeMs: number
  readonly cache: SlotCache<Offer>
}

const idKind = 2

/** What is offered at fixed prices now, newest first. */
export function drawOffers(coin: MarketCoin, asks: AskPrices, now: number): readonly Offer[] {
  const spanMs = asks.lifeMs / asks.atOnce
  const offers: Offer[] = []
  for (let slot = Math.floor(now / spanMs); slot >= Math.floor((now - 1.5 * asks.lifeMs) / spanMs); slot--) {
    const random = seededRandom(mixedSeed(asks.seed, idKind, slot))
    const startedAt = Math.floor((slot + random()) * spanMs)
    const endsAt = Math.floor(startedAt + (0.5 + random()) * asks.lifeMs)
    if (now < startedAt || endsAt <= now) continue
    const isLate = now > (startedAt + endsAt) / 2
    const draw = () => drawOffer(coin, asks, { slot, startedAt, endsAt, isLate, random })
    offers.push(asks.cache.get(2 * slot + Number(isLate), draw))
  }
  return offers
}

type Slot = {
  readonly slot: number
  readonly startedAt: number
  readonly endsAt: number
  readonly isLate: boolean
  readonly random: () => number
}

/** Sellers ask for more than coins are sold for. Some lower their price at half time, and some are abroad. */
function drawOffer(coin: MarketCoin, asks: AskPrices, { slot, startedAt, endsAt, isLate, random }: Slot): Offer {
  const { cents, ...listed } = drawListed(coin, asks, startedAt, random)
  const markup = 1.02 + random() * 0.3
  const isLowered = random() < 0.15 && isLate
  const place = random()
  const currency = place < 0.02 ? 'GBP' : place < 0.05 ? 'EUR' : 'USD'
  const asked = charming(cents * markup * (isLowered ? 0.93 : 1))
  return {
    ...{ ...listed, legacyId: legacyId(idKind, coin, slot), startedAt, endsAt, currency, isAuction: false, bids: 0 },
    cents: convertCents(asked, currency),
    shipping: drawShipping(random),
  }
}

/** Prices from five dollars end in 95 cents. */
function charming(cents: number): number {
  return cents < 500 ? Math.max(1, Math.round(cents)) : Math.round(cents / 100) * 100 - 5
}

function drawShipping(random: () => number): Offer['shipping'] {
  const share = random()
  if (share < 0.35) return 0
  if (share < 0.7) return [395, 499, 595, 1_050][Math.floor(random() * 4)]
  return share < 0.9 ? 'calculated' : undefined
}
