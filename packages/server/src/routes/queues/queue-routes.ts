import { createRoute, z } from '@hono/zod-openapi'
import { json, name, problems, wire } from '@pawl/app/api'
import type { RouteServices } from '../route-services.ts'
import { newRoutes } from '../shared/new-routes.ts'
import { operate } from '../shared/operate.ts'
import { shareLook } from '../shared/share-look.ts'

const count = z.number().int()
const queue = z
  .strictObject({
    queue: z.string(),
    paused: z.boolean(),
    ...{ pending: count, scheduled: count, retryable: count, running: count },
    exact: z.boolean().openapi({ description: 'false: there are so many that a part is estimated' }),
    oldestAgeMs: z.number().nullable(),
    perMinute: z.number(),
    errorRate: z.number().nullable(),
  })
  .openapi('Queue')

const tags = ['queues']
const params = z.strictObject({ name })
const queues = json(z.strictObject({ queues: z.array(queue) }), 'All queues that the database knows')

const list = createRoute({
  ...{ method: 'get', path: '/queues', tags, summary: 'Depth by state, oldest age, throughput, error rate' },
  responses: { 200: queues, ...problems() },
})
const pause = createRoute({
  ...{ method: 'post', path: '/queues/{name}/pause', tags, summary: 'Start nothing of it, in all processes' },
  request: { params },
  responses: { 200: queues, ...problems(403, 404) },
})
const resume = createRoute({
  ...{ method: 'post', path: '/queues/{name}/resume', tags, summary: 'Go on' },
  request: { params },
  responses: { 200: queues, ...problems(403, 404) },
})

export function queueRoutes({ pawl }: RouteServices) {
  const routes = newRoutes()
  const listed = shareLook(async () => ({ queues: wire([...(await pawl.queues.list())]) }))
  routes.openapi(list, async (c) => c.json(await listed(), 200))
  routes.openapi(pause, async (c) => {
    const { name: on } = c.req.valid('param')
    await operate(c, pawl, { what: 'queue.pause', on }, () => pawl.queues.pause(on))
    return c.json(await listed(), 200)
  })
  routes.openapi(resume, async (c) => {
    const { name: on } = c.req.valid('param')
    await operate(c, pawl, { what: 'queue.resume', on }, () => pawl.queues.resume(on))
    return c.json(await listed(), 200)
  })
  return routes
}
