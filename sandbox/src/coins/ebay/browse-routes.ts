import { Hono } from 'hono'
import type { ServiceEnv } from '../../http/faults.ts'
import type { CoinMarket } from '../market/coin-market.ts'
import { browseErrors, refusalOfBrowse, warningsOfBrowse } from './browse-errors.ts'
import { errorAnswer } from './ebay-error.ts'
import { categoryOf, conditionOf, isCategory, topCategory } from './item-fields.ts'
import { type FoundOffer, itemSummary, usdCents } from './item-summary.ts'
import { pageOf } from './page-of.ts'
import { passesFilters } from './search-filters.ts'
import { readSearch, type SearchRequest } from './search-request.ts'
import { browseWords } from './search-words.ts'

/** The Browse interface: what can be bought now. Without a filter of buying options it lists fixed prices alone. */
export function browseRoutes(market: CoinMarket): Hono<ServiceEnv> {
  return new Hono<ServiceEnv>()
    .get('/item_summary/search', (c) => {
      const request = readSearch(c.req.url, c.req.header('x-ebay-c-marketplace-id') ?? 'EBAY_US', 'itemEndDate')
      const refusal = refusalOfBrowse(request)
      if (refusal !== undefined) return refusal
      const found = sorted(foundOffers(market, request), request.sort)
      if (typeof request.paging === 'string') throw new Error('the paging was checked before')
      const { entries, frame } = pageOf(found, request.paging, request.url)
      const warnings = warningsOfBrowse(request)
      return c.json({
        ...frame,
        // the list is absent where nothing was found
        ...(entries.length === 0 ? {} : { itemSummaries: entries.map(itemSummary) }),
        ...(warnings.length === 0 ? {} : { warnings }),
      })
    })
    .all('*', () => errorAnswer(404, browseErrors.notFound))
}

const optionsOf = (isAuction: boolean) => (isAuction ? ['AUCTION'] : ['FIXED_PRICE', 'BEST_OFFER'])

function foundOffers(market: CoinMarket, { q, category, filters }: SearchRequest): readonly FoundOffer[] {
  const test = q === undefined ? () => true : browseWords(q)
  const wanted = category === undefined || !isCategory(category) || category === topCategory ? undefined : category
  const applied = { buyingOptions: ['FIXED_PRICE'], ...filters }
  return market.coins
    .filter((coin) => wanted === undefined || categoryOf(coin) === wanted)
    .flatMap((coin) => market.offers(coin).map((offer) => ({ coin, offer })))
    .filter(({ coin, offer }) => {
      if (!test(offer.words)) return false
      const { isAuction, endsAt: date } = offer
      const { conditionId } = conditionOf(coin)
      return passesFilters(applied, {
        ...{ cents: usdCents(offer), buyingOptions: optionsOf(isAuction), conditionId, country: 'US', date },
      })
    })
}

/** The best match is what the market lists first. */
function sorted(found: readonly FoundOffer[], sort: string | undefined): readonly FoundOffer[] {
  const price = ({ offer }: FoundOffer) => usdCents(offer) + (typeof offer.shipping === 'number' ? offer.shipping : 0)
  const orders: Readonly<Record<string, (a: FoundOffer, b: FoundOffer) => number>> = {
    price: (a, b) => price(a) - price(b),
    '-price': (a, b) => price(b) - price(a),
    newlyListed: (a, b) => b.offer.startedAt - a.offer.startedAt,
    endingSoonest: (a, b) => a.offer.endsAt - b.offer.endsAt,
  }
  const order = orders[sort ?? '']
  return order === undefined ? found : [...found].sort(order)
}
