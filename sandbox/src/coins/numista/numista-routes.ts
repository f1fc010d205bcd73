import { type Context, Hono } from 'hono'
import type { ServiceEnv } from '../../http/faults.ts'
import type { CoinMarket } from '../market/coin-market.ts'
import { type CoinSeries, coinSeries } from '../market/coin-series.ts'
import { isCurrency, issueBody, issueId, pricesBody, typeBody, typeSummary } from './numista-bodies.ts'
import { isTypeQuery, selectTypes } from './select-types.ts'

const languages = ['en', 'es', 'fr']

/** The Numista API, version 3: the types of all series, and issues and guide prices of the coins of the market. */
export function numistaRoutes(market: CoinMarket): Hono<ServiceEnv> {
  const coinsOf = ({ numista }: CoinSeries) =>
    market.coins.filter(({ numistaNumber }) => numistaNumber === String(numista))
  const ofType = (id: string, answer: (series: CoinSeries) => Response): Response => {
    if (!/^\d+$/.test(id)) return numistaError(400, `Invalid parameter: type_id (${id})`)
    const series = coinSeries.find(({ numista }) => String(numista) === id)
    return series === undefined ? numistaError(404, 'Type not found') : answer(series)
  }
  return new Hono<ServiceEnv>()
    .use(async (c, next) => {
      const { lang = 'en' } = c.req.query()
      if (!languages.includes(lang)) return numistaError(400, `Invalid parameter: lang (${lang})`)
      await next()
      return
    })
    .get('/types', (c) => types(c))
    .get('/types/:type', (c) => ofType(c.req.param('type'), (series) => c.json(typeBody(series))))
    .get('/types/:type/issues', (c) =>
      ofType(c.req.param('type'), (series) => c.json(coinsOf(series).map((coin) => issueBody(coin)))),
    )
    .get('/types/:type/issues/:issue/prices', (c) =>
      ofType(c.req.param('type'), (series) => {
        const { currency = 'EUR' } = c.req.query()
        if (!isCurrency(currency)) return numistaError(400, `Invalid parameter: currency (${currency})`)
        const coin = coinsOf(series).find((each) => String(issueId(each)) === c.req.param('issue'))
        return coin === undefined ? numistaError(404, 'Issue not found') : c.json(pricesBody(market, coin, currency))
      }),
    )
    .all('*', () => numistaError(404, 'Unknown method'))
}

export function numistaError(status: number, message: string): Response {
  return Response.json({ error_message: message }, { status })
}

function types(c: Context): Response {
  const query = c.req.query()
  const { page = '1', count = '50' } = query
  if (!isTypeQuery(query)) return numistaError(400, 'At least one of q, issuer, year or category is required')
  if (!/^[1-9]\d*$/.test(page)) return numistaError(400, `Invalid parameter: page (${page})`)
  if (!/^\d+$/.test(count) || Number(count) < 1 || Number(count) > 50) {
    return numistaError(400, `Invalid parameter: count (${count})`)
  }
  const found = selectTypes(query)
  const from = (Number(page) - 1) * Number(count)
  return c.json({ count: found.length, types: found.slice(from, from + Number(count)).map(typeSummary) })
}
