import { createRoute, id, idAfter, json, newRoutes, next, page, problems, wire, z } from '@pawl/app/api'
import type pg from 'pg'
import { exportCoins } from '../export/export-coins.ts'
import { currencyDigits } from '../money/currency-digits.ts'
import { listNotices } from '../tables/alerts.ts'
import { coinsPage, coinView, getCoin, historyView, pointsPage } from './coin-views.ts'
import { collectionView } from './collection-view.ts'
import { exportedCoins } from './exported-coins.ts'
import { coin, collection, notice, pastValue, point } from './schemas.ts'

/** Which coins a request can see. Undefined: those of all collectors. Throws where it can see none. */
export type CollectorOf = (
  params: { readonly token?: string },
  query: { readonly reader?: number },
) => Promise<number | undefined>

type ReadRoutesOptions = {
  readonly db: pg.Pool
  /** Before each path: empty, or `/{token}`. */
  readonly prefix: '' | '/{token}'
  readonly params: z.ZodRawShape
  readonly query: z.ZodRawShape
  readonly collectorOf: CollectorOf
  readonly isOpen: boolean
}

const currency = z
  .string()
  .refine((code) => currencyDigits(code) !== undefined, 'expected a currency code, as in USD')
  .optional()
  .openapi({ description: 'of a total. Default: no total' })
const status = z.enum(['owned', 'watched', 'sold']).optional()

/** What is read of coins: by operators for all collectors, and by each collector for their own coins. */
export function readRoutes({ db, collectorOf, ...shape }: ReadRoutesOptions) {
  const { list, show, points, history, value, csv, notices } = describe(shape)
  const routes = newRoutes()
  const seen = (c: { req: { valid(target: 'param'): unknown } }, query: object = {}) =>
    collectorOf(c.req.valid('param') as { token?: string }, query)
  const idOf = (c: { req: { valid(target: 'param'): unknown } }) => (c.req.valid('param') as { id: number }).id
  routes.openapi(list, async (c) => {
    const query = c.req.valid('query') as { status?: 'owned'; after?: string; limit: number }
    const collector = await seen(c, query)
    const { after, limit } = query
    const found = await coinsPage(db, { collector, status: query.status, after: idAfter(after), limit })
    return c.json(found, 200)
  })
  routes.openapi(show, async (c) => c.json(coinView(await getCoin(db, idOf(c), await seen(c))), 200))
  routes.openapi(points, async (c) => {
    const { id: coinId } = await getCoin(db, idOf(c), await seen(c))
    return c.json(await pointsPage(db, coinId, c.req.valid('query')), 200)
  })
  routes.openapi(history, async (c) => {
    const { id: coinId } = await getCoin(db, idOf(c), await seen(c))
    return c.json(await historyView(db, coinId, c.req.valid('query').limit), 200)
  })
  routes.openapi(value, async (c) => {
    const query = c.req.valid('query')
    const today = new Date().toISOString().slice(0, 10)
    const { days, currency } = query
    return c.json(wire(await collectionView(db, { collector: await seen(c, query), today, days, currency })), 200)
  })
  routes.openapi(csv, async (c) => {
    const lines: string[] = []
    for await (const line of exportCoins(exportedCoins(db, await seen(c, c.req.valid('query'))))) lines.push(line)
    const headers = { 'Content-Disposition': 'attachment; filename="coins.csv"' }
    return c.body(lines.join(''), 200, { ...headers, 'Content-Type': 'text/csv; charset=utf-8' })
  })
  routes.openapi(notices, async (c) => {
    const query = c.req.valid('query')
    return c.json({ notices: wire(await listNotices(db, await seen(c, query), query.limit)) }, 200)
  })
  return routes
}

function describe({ prefix, params, query, isOpen }: Omit<ReadRoutesOptions, 'db' | 'collectorOf'>) {
  const tags = [isOpen ? 'coin-prices: collector' : 'coin-prices: coins']
  const common = { method: 'get', tags, ...(isOpen ? { security: [] } : {}) } as const
  const collectionQuery = z.strictObject({
    ...query,
    days: z.coerce.number().int().min(1).max(366).default(30),
    currency,
  })
  const ofCoin = z.strictObject({ ...params, id })
  return {
    list: createRoute({
      ...{ ...common, path: `${prefix}/coins` as const, summary: 'Coins with values, in the order of their ids' },
      request: { params: z.strictObject(params), query: z.strictObject({ ...page, ...query, status }) },
      responses: { 200: json(z.strictObject({ coins: z.array(coin), next }), 'A page of them'), ...problems(400, 404) },
    }),
    show: createRoute({
      ...{ ...common, path: `${prefix}/coins/{id}` as const, summary: 'One coin with its value, cost and gain' },
      request: { params: ofCoin },
      responses: { 200: json(coin, 'The coin'), ...problems(404) },
    }),
    points: createRoute({
      ...{ ...common, path: `${prefix}/coins/{id}/points` as const, summary: 'Prices of a coin, newest first' },
      request: { params: ofCoin, query: z.strictObject(page) },
      responses: {
        200: json(z.strictObject({ points: z.array(point), next }), 'A page of them'),
        ...problems(400, 404),
      },
    }),
    history: createRoute({
      ...{ ...common, path: `${prefix}/coins/{id}/history` as const, summary: 'Newest values of a coin, oldest first' },
      request: { params: ofCoin, query: z.strictObject({ limit: page.limit }) },
      responses: { 200: json(z.strictObject({ history: z.array(pastValue) }), 'The values'), ...problems(400, 404) },
    }),
    value: createRoute({
      ...{
        ...common,
        path: `${prefix}/collection` as const,
        summary: 'Value of the collection over time, cost and gains',
      },
      request: { params: z.strictObject(params), query: collectionQuery },
      responses: { 200: json(collection, 'The days, oldest first'), ...problems(400, 404) },
    }),
    notices: createRoute({
      ...{ ...common, path: `${prefix}/notices` as const, summary: 'Newest notices of alerts, oldest first' },
      request: { params: z.strictObject(params), query: z.strictObject({ ...query, limit: page.limit }) },
      responses: { 200: json(z.strictObject({ notices: z.array(notice) }), 'The notices'), ...problems(400, 404) },
    }),
    csv: createRoute({
      ...{ ...common, path: `${prefix}/coins.csv` as const, summary: 'Coins with values and gains as CSV' },
      request: { params: z.strictObject(params), query: z.strictObject(query) },
      responses: {
        200: { description: 'The file', content: { 'text/csv': { schema: z.string() } } },
        ...problems(400, 404),
      },
    }),
  }
}
