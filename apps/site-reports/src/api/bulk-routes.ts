import {
  createRoute,
  decodeCursor,
  encodeCursor,
  id,
  idAfter,
  instant,
  json,
  jsonBody,
  newRoutes,
  next,
  nextAfter,
  page,
  problems,
  wire,
  z,
} from '@pawl/app/api'
import { listBulks, reportsOfBulk } from '../tables/bulks.ts'
import type { ApiContext } from './api-options.ts'
import { cancelBulk } from './cancel-bulk.ts'
import { address, bulk, listedReport, text } from './schemas.ts'
import { foundBulk, submitBulk } from './submit-bulk.ts'

const tags = ['site-reports: bulk']
const params = z.strictObject({ id })
const query = z.strictObject(page)
const most = 5_000
const listed = z.strictObject({
  id: z.number().int(),
  name: z.string().nullable(),
  refused: z.number().int(),
  createdAt: instant,
})

const submit = createRoute({
  ...{ method: 'post', path: '/bulk', tags, summary: 'Ask for reports about many sites' },
  request: jsonBody(z.strictObject({ urls: z.array(address).min(1).max(most), name: text(200).optional() })),
  responses: { 202: json(bulk, 'They are under way; those that cannot be are named'), ...problems(400, 403, 413, 415) },
})
const list = createRoute({
  ...{ method: 'get', path: '/bulk', tags, summary: 'Lists of sites, the newest first' },
  request: { query },
  responses: { 200: json(z.strictObject({ bulks: z.array(listed), next }), 'A page of them'), ...problems(400) },
})
const show = createRoute({
  ...{ method: 'get', path: '/bulk/{id}', tags, summary: 'How far a list is' },
  request: { params },
  responses: { 200: json(bulk, 'Its counts'), ...problems(404) },
})
const reports = createRoute({
  ...{ method: 'get', path: '/bulk/{id}/reports', tags, summary: 'Its reports' },
  request: { params, query },
  responses: {
    200: json(z.strictObject({ reports: z.array(listedReport), next }), 'A page of them'),
    ...problems(400, 404),
  },
})
const cancel = createRoute({
  ...{ method: 'post', path: '/bulk/{id}/cancel', tags, summary: 'End all of its reports that have not ended' },
  request: { params },
  responses: { 200: json(bulk, 'Its counts'), ...problems(403, 404) },
})

const place = z.strictObject({ id: z.number().int() })

export function bulkRoutes(api: ApiContext) {
  const { db } = api
  const routes = newRoutes()
  routes.openapi(submit, async (c) => {
    const { urls, name } = c.req.valid('json')
    return c.json(wire(await submitBulk(api, urls, name ?? null)), 202)
  })
  routes.openapi(list, async (c) => {
    const { after, limit } = c.req.valid('query')
    const rows = await listBulks(db, idAfter(after), limit)
    return c.json({ bulks: wire([...rows]), next: nextAfter(rows, limit) }, 200)
  })
  routes.openapi(show, async (c) => c.json(wire(await foundBulk(api, c.req.valid('param').id)), 200))
  routes.openapi(reports, async (c) => {
    const { after, limit } = c.req.valid('query')
    const { id: of } = await foundBulk(api, c.req.valid('param').id)
    const rows = await reportsOfBulk(db, of, after === undefined ? undefined : decodeCursor(after, place).id, limit)
    const last = rows.length < limit ? undefined : rows.at(-1)
    return c.json({ reports: wire([...rows]), next: last ? encodeCursor({ id: last.id }) : null }, 200)
  })
  routes.openapi(cancel, async (c) => c.json(wire(await cancelBulk(api, c.req.valid('param').id)), 200))
  return routes
}
