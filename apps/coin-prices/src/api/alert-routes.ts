import { type AppRouteServices, notFound } from '@pawl/app'
import { createRoute, id, json, jsonBody, newRoutes, problems, wire, z } from '@pawl/app/api'
import { addAlert, listAlerts, removeAlert } from '../tables/alerts.ts'
import { collectors, firstCollector } from '../tables/collectors.ts'
import type { ApiOptions } from './api-options.ts'
import { checkWebhook } from './check-webhook.ts'
import { unknownCoin } from './not-found.ts'
import { alert, newAlert } from './schemas.ts'

const tags = ['coin-prices: alerts']
const most = 1_000

const list = createRoute({
  ...{ method: 'get', path: '/alerts', tags, summary: `Rules that notice when a value moves, at most ${most}` },
  request: { query: z.strictObject({ reader: id.optional() }) },
  responses: { 200: json(z.strictObject({ alerts: z.array(alert) }), 'The rules'), ...problems(400) },
})
const add = createRoute({
  ...{ method: 'post', path: '/alerts', tags, summary: 'Add a rule. Moves are measured from the next value on' },
  request: jsonBody(newAlert),
  responses: { 201: json(z.strictObject({ id: z.number().int() }), 'The rule'), ...problems(400, 403, 404, 413, 415) },
})
const remove = createRoute({
  ...{ method: 'delete', path: '/alerts/{id}', tags, summary: 'Remove a rule with its notices' },
  request: { params: z.strictObject({ id }) },
  responses: { 204: { description: 'The rule is removed' }, ...problems(403, 404) },
})

/** Rules by which values are watched. They need a token of the server. */
export function alertRoutes({ db }: AppRouteServices, { allowPrivate }: ApiOptions) {
  const routes = newRoutes()
  routes.openapi(list, async (c) =>
    c.json({ alerts: wire(await listAlerts(db, c.req.valid('query').reader, most)) }, 200),
  )
  routes.openapi(add, async (c) => {
    const { reader: collector = firstCollector.id, coin, percent, webhook } = c.req.valid('json')
    await collectors.get(db, collector)
    const webhookUrl = checkWebhook(webhook, allowPrivate)
    const added = await addAlert(db, { collector, coin, percent, webhookUrl })
    if (added === undefined) throw unknownCoin(coin!)
    return c.json({ id: added }, 201)
  })
  routes.openapi(remove, async (c) => {
    const { id: alertId } = c.req.valid('param')
    if (!(await removeAlert(db, alertId))) throw notFound('alert', alertId, 'GET /api/coin-prices/alerts shows all')
    return c.body(null, 204)
  })
  return routes
}
