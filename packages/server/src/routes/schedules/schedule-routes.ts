import { createRoute, z } from '@hono/zod-openapi'
import { instant, json, name, problems, wire } from '@pawl/app/api'
import type { RouteServices } from '../route-services.ts'
import { newRoutes } from '../shared/new-routes.ts'
import { operate } from '../shared/operate.ts'
import { errorRecord, jobId } from '../shared/schemas.ts'
import { shareLook } from '../shared/share-look.ts'

const everyMs = z.number()
const schedule = z
  .strictObject({
    name: z.string(),
    state: z.enum(['active', 'paused', 'failing', 'orphaned']),
    spec: z.union([
      z.strictObject({ kind: z.literal('cron'), cron: z.string(), timeZone: z.string() }),
      z.strictObject({ kind: z.literal('interval'), everyMs }),
      z.strictObject({ kind: z.literal('due'), everyMs }),
    ]),
    nextAt: instant,
    lastAt: instant.nullable(),
    lastJob: jobId.nullable(),
    pausedAt: instant.nullable(),
    failures: z.number().int(),
    error: z.union([errorRecord, z.null()]),
    retryAt: instant.nullable(),
    createdAt: instant,
  })
  .openapi('Schedule')

const tags = ['schedules']
const params = z.strictObject({ name })
const schedules = json(z.strictObject({ schedules: z.array(schedule) }), 'All schedules')

const list = createRoute({
  ...{ method: 'get', path: '/schedules', tags, summary: 'All schedules, those of other processes included' },
  responses: { 200: schedules, ...problems() },
})
const pause = createRoute({
  ...{ method: 'post', path: '/schedules/{name}/pause', tags, summary: 'Fire no more, in all processes' },
  request: { params },
  responses: { 200: schedules, ...problems(403, 404) },
})
const resume = createRoute({
  ...{ method: 'post', path: '/schedules/{name}/resume', tags, summary: 'Go on with the next tick' },
  request: { params },
  responses: { 200: schedules, ...problems(403, 404) },
})
const fire = createRoute({
  ...{ method: 'post', path: '/schedules/{name}/fire', tags, summary: 'Fire once, now; its ticks stay as they are' },
  request: { params },
  responses: { 202: json(z.strictObject({ jobs: z.array(jobId) }), 'The jobs it has enqueued'), ...problems(403, 404) },
})

export function scheduleRoutes({ pawl }: RouteServices) {
  const { schedules: all } = pawl
  const routes = newRoutes()
  const listed = shareLook(async () => ({ schedules: wire(await all.list()) }))
  routes.openapi(list, async (c) => c.json(await listed(), 200))
  routes.openapi(pause, async (c) => {
    const { name: on } = c.req.valid('param')
    await operate(c, pawl, { what: 'schedule.pause', on }, () => all.pause(on))
    return c.json(await listed(), 200)
  })
  routes.openapi(resume, async (c) => {
    const { name: on } = c.req.valid('param')
    await operate(c, pawl, { what: 'schedule.resume', on }, () => all.resume(on))
    return c.json(await listed(), 200)
  })
  routes.openapi(fire, async (c) => {
    const { name: on } = c.req.valid('param')
    const { ids } = await operate(c, pawl, { what: 'schedule.fire', on }, () => all.fire(on))
    return c.json({ jobs: [...ids] }, 202)
  })
  return routes
}
