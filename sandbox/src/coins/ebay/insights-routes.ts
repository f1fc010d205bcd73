import { Hono } from 'hono'
import type { ServiceEnv } from '../../http/faults.ts'
import type { CoinMarket } from '../market/coin-market.ts'
import type { MarketCoin } from '../market/market-coin.ts'
import type { Sale } from '../market/market-listing.ts'
import { errorAnswer } from './ebay-error.ts'
import { insightsErrors, refusalOfInsights } from './insights-errors.ts'
import { categoryOf, conditionOf, decimals, itemFields, topCategory } from './item-fields.ts'
import { pageOf } from './page-of.ts'
import { passesFilters } from './search-filters.ts'
import { readSearch, type SearchRequest } from './search-request.ts'
import { insightsWords } from './search-words.ts'

type FoundSale = { readonly coin: MarketCoin; readonly sale: Sale }

/** The Marketplace Insights interface: what was sold within the last 90 days, one row for each listing. */
export function insightsRoutes(market: CoinMarket): Hono<ServiceEnv> {
  return new Hono<ServiceEnv>()
    .get('/item_sales/search', (c) => {
      const request = readSearch(c.req.url, c.req.header('x-ebay-c-marketplace-id'), 'lastSoldDate')
      const refusal = refusalOfInsights(request)
      if (refusal !== undefined) return refusal
      const found = sorted(foundSales(market, request), request.sort)
      if (typeof request.paging === 'string') throw new Error('the paging was checked before')
      const { entries, frame } = pageOf(found, request.paging, request.url)
      return c.json({ ...frame, ...(entries.length === 0 ? {} : { itemSales: entries.map(itemSale) }) })
    })
    .all('*', () => errorAnswer(404, insightsErrors.notFound))
}

const optionsOf = ({ isAuction }: Sale) => [isAuction ? 'AUCTION' : 'FIXED_PRICE']

function foundSales(market: CoinMarket, { q = '', category, filters }: SearchRequest): readonly FoundSale[] {
  const test = insightsWords(q)
  return market.coins
    .filter((coin) => category === topCategory || categoryOf(coin) === category)
    .flatMap((coin) => market.sales(coin).map((sale) => ({ coin, sale })))
    .filter(({ coin, sale }) => {
      if (!test(sale.words)) return false
      const { cents, soldAt: date } = sale
      const { conditionId } = conditionOf(coin)
      return passesFilters(filters, { cents, buyingOptions: optionsOf(sale), conditionId, country: 'US', date })
    })
}

/** Newest first where no order is asked for. */
function sorted(found: readonly FoundSale[], sort: string | undefined): readonly FoundSale[] {
  const direction = sort === '-price' ? -1 : 1
  return [...found].sort((a, b) =>
    sort === undefined ? b.sale.soldAt - a.sale.soldAt : direction * (a.sale.cents - b.sale.cents),
  )
}

function itemSale({ coin, sale }: FoundSale) {
  const { cents, soldAt, isAuction, bids, quantity } = sale
  return {
    ...itemFields(coin, sale),
    ...{ buyingOptions: optionsOf(sale), ...(isAuction ? { bidCount: bids } : {}) },
    lastSoldDate: new Date(soldAt).toISOString(),
    lastSoldPrice: { value: decimals(cents), currency: 'USD' },
    ...{ totalSoldQuantity: quantity, adultOnly: false },
  }
}
