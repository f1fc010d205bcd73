import { defineSource } from 'pawl'
import { z } from 'zod'
import type { Listing } from '../listing/listing.ts'
import type { CoinSource } from './coin-source.ts'
import { ebayAmount, ebayMoney } from './ebay/ebay-money.ts'
import type { EbayOptions } from './ebay/ebay-options.ts'
import { ebayPages } from './ebay/ebay-pages.ts'
import { ebaySource } from './ebay/ebay-source.ts'
import { ebayToken } from './ebay/ebay-token.ts'
import { searchWords } from './search-words.ts'
import { readEach } from './shared/read-each.ts'

const name = 'ebay-browse'
const scope = 'https://api.ebay.com/oauth/api_scope'
const item = z.object({
  itemId: z.string().min(1),
  title: z.string(),
  price: ebayAmount.optional(),
  currentBidPrice: ebayAmount.optional(),
  buyingOptions: z.array(z.string()).default([]),
  itemWebUrl: z.string().optional(),
  shippingOptions: z
    .array(z.object({ shippingCostType: z.string().optional(), shippingCost: ebayAmount.optional() }))
    .default([]),
})

/** Asking prices and running auctions, by eBay's Browse interface. */
export function ebayBrowse(options: EbayOptions): CoinSource {
  return {
    name,
    title: 'eBay, offers',
    priceTypes: ['ask', 'bid'],
    definition: defineSource(ebaySource(name, options)),
    token: ebayToken(scope, options),
    whyNot: (coin) => (searchWords(coin).length === 0 ? 'the coin has neither year nor series nor title' : undefined),
    collect: (input) =>
      ebayPages(
        {
          ...{ source: name, path: '/buy/browse/v1/item_summary/search', list: 'itemSummaries' },
          query: {
            q: input.params.q ?? searchWords(input.coin).join(' '),
            // without this filter eBay lists no auctions
            filter: 'buyingOptions:{FIXED_PRICE|AUCTION}',
            ...(input.params.categoryId === undefined ? {} : { category_ids: input.params.categoryId }),
          },
          readEntries: (entries) => readEach(entries, item, (read) => toListing(read, input.today)),
        },
        input,
        options,
      ),
  }
}

function toListing(entry: z.output<typeof item>, day: string): Listing | string {
  const isFixed = entry.buyingOptions.includes('FIXED_PRICE')
  const price = ebayMoney(isFixed ? entry.price : (entry.currentBidPrice ?? entry.price))
  if (price === undefined) return `no readable price (${JSON.stringify(entry.price ?? entry.currentBidPrice ?? null)})`
  return {
    externalId: entry.itemId,
    url: entry.itemWebUrl,
    title: entry.title,
    priceType: isFixed ? 'ask' : 'bid',
    price,
    shippingCents: cheapestShipping(entry, price.currency),
    day,
  }
}

/** Undefined: it is calculated from the buyer's address, or stated in another currency. */
function cheapestShipping({ shippingOptions }: z.output<typeof item>, currency: string): number | undefined {
  const costs = shippingOptions
    .filter(({ shippingCostType }) => shippingCostType !== 'CALCULATED')
    .map(({ shippingCost }) => ebayMoney(shippingCost))
    .filter((cost) => cost?.currency === currency)
    .map((cost) => cost!.cents)
  return costs.length === 0 ? undefined : Math.min(...costs)
}
