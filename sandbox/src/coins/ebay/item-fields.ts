import type { MarketCoin } from '../market/market-coin.ts'

/** Coins & Paper Money. Without search words it is refused, as every category at the top. */
export const topCategory = '11116'
const categories: Readonly<Record<string, string>> = {
  [topCategory]: 'Coins & Paper Money',
  '253': 'Coins: US',
  '256': 'Coins: World',
}
export const isCategory = (id: string): boolean => id in categories

export const categoryOf = ({ issuer }: MarketCoin): string => (issuer === 'united-states' ? '253' : '256')

export function conditionOf({ market }: MarketCoin) {
  return market === 'raw'
    ? { condition: 'Ungraded', conditionId: '4000' }
    : { condition: 'Graded', conditionId: '2750' }
}

export const decimals = (cents: number): string => (cents / 100).toFixed(2)

/** The fields that offers and sales share. Sellers are made up. */
export function itemFields(
  coin: MarketCoin,
  { legacyId, title }: { readonly legacyId: string; readonly title: string },
) {
  const itemId = `v1|${legacyId}|0`
  const seller = Number(legacyId.slice(-5))
  const category = categoryOf(coin)
  return {
    ...{ itemId, title, ...conditionOf(coin) },
    itemWebUrl: `https://www.ebay.example/itm/${legacyId}?hash=item${seller.toString(16)}`,
    itemHref: `https://api.ebay.example/buy/browse/v1/item/${encodeURIComponent(itemId)}`,
    image: { imageUrl: `https://i.ebay.example/images/${legacyId}/s-l225.jpg` },
    categories: [category, topCategory].map((id) => ({ categoryId: id, categoryName: categories[id] })),
    seller: {
      username: `made-up-seller-${seller % 997}`,
      feedbackPercentage: (97 + (seller % 31) / 10).toFixed(1),
      feedbackScore: 10 + (seller % 9_000),
    },
    itemLocation: { postalCode: `${100 + (seller % 899)}**`, country: 'US' },
  }
}
