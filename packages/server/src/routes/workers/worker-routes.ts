import { createRoute, z } from '@hono/zod-openapi'
import { instant, json, problems, wire } from '@pawl/app/api'
import type { RouteServices } from '../route-services.ts'
import { newRoutes } from '../shared/new-routes.ts'
import { shareLook } from '../shared/share-look.ts'

const count = z.number().int()
const worker = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    host: z.string().nullable(),
    pid: count.nullable(),
    startedAt: instant,
    heartbeatAt: instant,
    state: z.enum(['live', 'blocked', 'silent']),
    pools: z.array(z.strictObject({ queue: z.string(), idle: count, busy: count, error: count })),
  })
  .openapi('Worker')

const list = createRoute({
  ...{ method: 'get', path: '/workers', tags: ['workers'], summary: 'All workers, with the slots of their pools' },
  responses: { 200: json(z.strictObject({ workers: z.array(worker) }), 'All workers'), ...problems() },
})

export function workerRoutes({ pawl }: RouteServices) {
  const routes = newRoutes()
  const listed = shareLook(async () => ({ workers: wire([...(await pawl.workers.list())]) }))
  routes.openapi(list, async (c) => c.json(await listed(), 200))
  return routes
}
