import { createRoute, z } from '@hono/zod-openapi'
import { decodeCursor, encodeCursor, json, jsonBody, name, problems, limit as size, wire } from '@pawl/app/api'
import type { RouteServices } from '../route-services.ts'
import { newRoutes } from '../shared/new-routes.ts'
import { operate } from '../shared/operate.ts'
import { reads } from '../shared/reads.ts'
import { limitChange, source } from './source-schema.ts'

const tags = ['sources']
const params = z.strictObject({ name })
const place = z.strictObject({ name })
const afterwards = { 200: json(source, 'The source as it is now') }

const list = createRoute({
  ...{ method: 'get', path: '/sources', tags, summary: 'Sources by name, with their health' },
  request: {
    query: z.strictObject({
      after: z.string().max(1_000).optional().openapi({ description: '`next` of the page before' }),
      limit: size.optional(),
    }),
  },
  responses: {
    200: json(z.strictObject({ sources: z.array(source), next: z.string().nullable() }), 'A page of them'),
    ...problems(400),
  },
})
const show = createRoute({
  ...{ method: 'get', path: '/sources/{name}', tags, summary: 'One source' },
  request: { params },
  responses: { 200: json(source, 'The source'), ...problems(404) },
})
const limit = createRoute({
  ...{ method: 'patch', path: '/sources/{name}', tags, summary: 'Change its limits, for all workers at once' },
  request: { params, ...jsonBody(limitChange) },
  responses: { ...afterwards, ...problems(400, 403, 404, 413, 415) },
})
const pause = createRoute({
  ...{ method: 'post', path: '/sources/{name}/pause', tags, summary: 'Call it no more, for a time or until resumed' },
  request: {
    params,
    ...jsonBody(z.strictObject({ forMs: z.number().min(1).max(3_153_600_000_000).optional() }), false),
  },
  responses: { ...afterwards, ...problems(400, 403, 404, 413, 415) },
})
const resume = createRoute({
  ...{ method: 'post', path: '/sources/{name}/resume', tags, summary: 'End a pause' },
  request: { params },
  responses: { ...afterwards, ...problems(403, 404) },
})
const close = createRoute({
  ...{ method: 'post', path: '/sources/{name}/close-circuit', tags, summary: 'Take it for healthy again' },
  request: { params },
  responses: { ...afterwards, ...problems(403, 404) },
})

export function sourceRoutes({ pawl }: RouteServices) {
  const { sources } = pawl
  const routes = newRoutes()
  routes.openapi(list, async (c) => {
    const { after, limit = 100 } = c.req.valid('query')
    const from = after === undefined ? {} : { after: decodeCursor(after, place).name }
    const found = await reads(c, pawl).sources.list({ ...from, limit: limit + 1 })
    const page = found.slice(0, limit)
    const next = found.length > limit ? encodeCursor({ name: page.at(-1)!.name }) : null
    return c.json({ sources: wire(page), next }, 200)
  })
  routes.openapi(show, async (c) => c.json(wire(await reads(c, pawl).sources.get(c.req.valid('param').name)), 200))
  routes.openapi(limit, async (c) => {
    const { name: on } = c.req.valid('param')
    const change = c.req.valid('json')
    await operate(c, pawl, { what: 'source.limit', on, details: change }, () => sources.limit(on, change))
    return c.json(wire(await sources.get(on)), 200)
  })
  routes.openapi(pause, async (c) => {
    const { name: on } = c.req.valid('param')
    const options = c.req.valid('json')
    await operate(c, pawl, { what: 'source.pause', on, details: options }, () => sources.pause(on, options))
    return c.json(wire(await sources.get(on)), 200)
  })
  routes.openapi(resume, async (c) => {
    const { name: on } = c.req.valid('param')
    await operate(c, pawl, { what: 'source.resume', on }, () => sources.resume(on))
    return c.json(wire(await sources.get(on)), 200)
  })
  routes.openapi(close, async (c) => {
    const { name: on } = c.req.valid('param')
    await operate(c, pawl, { what: 'source.close', on }, () => sources.closeCircuit(on))
    return c.json(wire(await sources.get(on)), 200)
  })
  return routes
}
