import { createRoute, z } from '@hono/zod-openapi'
import { instant, json, limit, problems, wire } from '@pawl/app/api'
import type { RouteServices } from '../route-services.ts'
import { newRoutes } from '../shared/new-routes.ts'
import { reads } from '../shared/reads.ts'
import { anything } from '../shared/schemas.ts'

const operation = z
  .strictObject({
    id: z.string(),
    at: instant,
    who: z.string(),
    what: z.string(),
    on: z.string(),
    details: anything,
  })
  .openapi('Operation')

const list = createRoute({
  ...{ method: 'get', path: '/operations', tags: ['operations'], summary: 'What operators did, newest first' },
  request: { query: z.strictObject({ after: z.string().max(100).optional(), limit: limit.optional() }) },
  responses: {
    200: json(z.strictObject({ operations: z.array(operation), next: z.string().nullable() }), 'A page of them'),
    ...problems(400),
  },
})

export function operationRoutes({ pawl }: RouteServices) {
  const routes = newRoutes()
  routes.openapi(list, async (c) => {
    const { operations, next } = await reads(c, pawl).operations.list(c.req.valid('query'))
    return c.json({ operations: wire([...operations]), next }, 200)
  })
  return routes
}
