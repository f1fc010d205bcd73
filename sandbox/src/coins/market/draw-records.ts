import { seededRandom } from '../../catalogue/seeded-random.ts'
import type { MarketCoin } from './market-coin.ts'
import type { AuctionRecord } from './market-listing.ts'
import { mixedSeed } from './mixed-seed.ts'
import { drawFactor, levelCents, type PriceShape } from './price-shape.ts'

const houses = ['Harbour Auctions', 'Lantern Numismatics', 'Tidewater Galleries']

/** The lots of the last 24 months, newest first: none or one a month. The houses publish a month when it is over. */
export function drawRecords(
  { market, index }: MarketCoin,
  shape: PriceShape,
  seed: number,
  now: number,
): readonly AuctionRecord[] {
  if (market === 'raw') return []
  const today = new Date(now)
  const month = today.getUTCFullYear() * 12 + today.getUTCMonth()
  return Array.from({ length: 24 }, (_, back) => month - 1 - back).flatMap((each) => {
    const random = seededRandom(mixedSeed(seed, each))
    if (random() < 0.4) return []
    const at = Date.UTC(Math.floor(each / 12), each % 12, 1 + Math.floor(random() * 28))
    const house = houses[Math.floor(random() * houses.length)]!
    const lot = String(1_000 + index * 8 + Math.floor(random() * 8))
    const sale = `${new Date(at).toLocaleString('en-US', { month: 'long', timeZone: 'UTC' })} Sale ${Math.floor(each / 12)}`
    return [{ house, sale, lot, at, cents: Math.round(levelCents(shape, at) * drawFactor(shape, random)) }]
  })
}
