import { type AppRouteServices, inTransaction, ProblemError } from '@pawl/app'
import { createRoute, id, json, jsonBody, newRoutes, problems, z } from '@pawl/app/api'
import type { Intake } from '../coin/intake.ts'
import { intakeFaults } from '../coin/intake-faults.ts'
import { changeCoin, holdCoin, removeCoin } from '../tables/change-coins.ts'
import { collectors, firstCollector } from '../tables/collectors.ts'
import { addCoin } from './add-coin.ts'
import type { ApiOptions } from './api-options.ts'
import { coinView, getCoin } from './coin-views.ts'
import { changeExclusion } from './exclude-point.ts'
import { lookUpNow } from './look-up-now.ts'
import { unknownCoin } from './not-found.ts'
import { coin, coinChange, newCoin } from './schemas.ts'
import { valueNow } from './value-now.ts'

const tags = ['coin-prices: coins']
const params = z.strictObject({ id })

const add = createRoute({
  ...{ method: 'post', path: '/coins', tags, summary: 'Add a coin; its certificate is looked up' },
  request: jsonBody(newCoin),
  responses: { 201: json(coin, 'The coin'), ...problems(400, 403, 404, 413, 415) },
})
const change = createRoute({
  ...{ method: 'patch', path: '/coins/{id}', tags, summary: 'Change a coin, or mark it as sold; null removes a field' },
  request: { params, ...jsonBody(coinChange) },
  responses: { 200: json(coin, 'The coin as it is now'), ...problems(400, 403, 404, 413, 415) },
})
const remove = createRoute({
  ...{ method: 'delete', path: '/coins/{id}', tags, summary: 'Remove a coin with its prices' },
  request: { params },
  responses: { 204: { description: 'The coin is removed' }, ...problems(403, 404) },
})
const revalue = createRoute({
  ...{ method: 'post', path: '/coins/{id}/valuation', tags, summary: 'Value a coin again, from the known prices' },
  request: { params },
  responses: { 202: json(z.strictObject({ jobId: z.string() }), 'The job that values it'), ...problems(403, 404) },
})

const lookUp = createRoute({
  ...{ method: 'post', path: '/coins/{id}/look-up', tags, summary: 'Fill what is left open, by the certificate' },
  request: { params },
  responses: {
    202: json(z.strictObject({ jobId: z.string() }), 'The job that looks it up'),
    ...problems(403, 404, 409),
  },
})

const exclusion = z.strictObject({ id, point: id })
const exclude = createRoute({
  ...{ method: 'put', path: '/coins/{id}/points/{point}/exclusion', tags, summary: 'Leave a price out of the value' },
  request: { params: exclusion },
  responses: { 204: { description: 'It is left out, and the coin will be valued' }, ...problems(403, 404) },
})
const include = createRoute({
  ...{ method: 'delete', path: '/coins/{id}/points/{point}/exclusion', tags, summary: 'Take a price in again' },
  request: { params: exclusion },
  responses: { 204: { description: 'It counts again, and the coin will be valued' }, ...problems(403, 404) },
})

/** Routes that change coins. They need a token of the server. */
export function changeRoutes(services: AppRouteServices, options: ApiOptions) {
  const { db } = services
  const routes = newRoutes()
  routes.openapi(add, async (c) => {
    const { reader = firstCollector.id, ...intake } = c.req.valid('json')
    await collectors.get(db, reader)
    const added = await addCoin(services, options, { collector: reader, intake: checked(intake) })
    return c.json(coinView(await getCoin(db, added.id, reader)), 201)
  })
  routes.openapi(change, async (c) => {
    const { id: coinId } = c.req.valid('param')
    const given = Object.entries(c.req.valid('json')).map(([field, value]) => [field, value ?? undefined])
    const changed = await inTransaction(db, async (tx) => {
      if (!(await holdCoin(tx, coinId))) throw unknownCoin(coinId)
      const { intake } = await getCoin(tx, coinId, undefined)
      await changeCoin(tx, coinId, checked({ ...intake, ...Object.fromEntries(given) }))
      return getCoin(tx, coinId, undefined)
    })
    return c.json(coinView(changed), 200)
  })
  routes.openapi(remove, async (c) => {
    const { id: coinId } = c.req.valid('param')
    if (!(await removeCoin(db, coinId))) throw unknownCoin(coinId)
    return c.body(null, 204)
  })
  routes.openapi(revalue, async (c) => {
    const { id: coinId } = c.req.valid('param')
    await getCoin(db, coinId, undefined)
    return c.json({ jobId: await valueNow(services, options, coinId) }, 202)
  })
  routes.openapi(lookUp, async (c) => {
    const { id: coinId } = c.req.valid('param')
    await getCoin(db, coinId, undefined)
    return c.json({ jobId: await lookUpNow(services, options, coinId) }, 202)
  })
  routes.openapi(exclude, async (c) => {
    const { id: coinId, point } = c.req.valid('param')
    await changeExclusion(services, options, { coin: coinId, point, isExcluded: true })
    return c.body(null, 204)
  })
  routes.openapi(include, async (c) => {
    const { id: coinId, point } = c.req.valid('param')
    await changeExclusion(services, options, { coin: coinId, point, isExcluded: false })
    return c.body(null, 204)
  })
  return routes
}

function checked(intake: Intake): Intake {
  const faults = intakeFaults(intake).map(({ field, expected }) => ({
    ...{ in: 'body' as const, path: `/${field}`, message: `expected ${expected}` },
  }))
  if (faults.length === 0) return intake
  const detail = faults.map(({ path, message }) => `${path}: ${message}`).join('; ')
  throw new ProblemError(400, 'invalid-coin', detail, { faults })
}
