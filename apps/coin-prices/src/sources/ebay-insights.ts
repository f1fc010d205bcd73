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

const name = 'ebay-insights'
const scope = 'https://api.ebay.com/oauth/api_scope/buy.marketplace.insights'
/** Coins & Paper Money: the interface refuses a search without a category. */
const coins = '11116'
const sale = z.object({
  itemId: z.string().min(1),
  title: z.string(),
  lastSoldDate: z.string().regex(/^\d{4}-\d\d-\d\d/),
  lastSoldPrice: ebayAmount,
  totalSoldQuantity: z.number().int().positive().optional(),
  itemWebUrl: z.string().optional(),
})

/** Sold prices of the last 90 days, by eBay's Marketplace Insights interface. Most keys have no access to it. */
export function ebayInsights(options: EbayOptions): CoinSource {
  return {
    name,
    title: 'eBay, sales',
    priceTypes: ['sold'],
    definition: defineSource(ebaySource(name, options)),
    token: ebayToken(scope, options),
    whyNot: (coin) => (searchWords(coin).length === 0 ? 'the coin has neither year nor series nor title' : undefined),
    collect: (input) =>
      ebayPages(
        {
          ...{ source: name, path: '/buy/marketplace_insights/v1_beta/item_sales/search', list: 'itemSales' },
          query: {
            // here a comma joins words that must all occur, and a space joins alternatives
            q: input.params.q ?? searchWords(input.coin).join(','),
            category_ids: input.params.categoryId ?? coins,
          },
          readEntries: (entries) => readEach(entries, sale, toListing),
        },
        input,
        options,
      ),
  }
}

function toListing(entry: z.output<typeof sale>): Listing | string {
  const price = ebayMoney(entry.lastSoldPrice)
  if (price === undefined) return `no readable price (${JSON.stringify(entry.lastSoldPrice)})`
  const day = entry.lastSoldDate.slice(0, 10)
  return {
    // a listing of several pieces is sold on several days
    externalId: `${entry.itemId}@${day}`,
    url: entry.itemWebUrl,
    title: entry.title,
    priceType: 'sold',
    price,
    day,
    quantity: entry.totalSoldQuantity,
  }
}
