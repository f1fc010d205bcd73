import { OpenAPIHono } from '@hono/zod-openapi'
import type { App } from '../../app.ts'
import type { ServerEnv } from '../../server-env.ts'
import type { RouteServices } from '../route-services.ts'
import { operate } from '../shared/operate.ts'

/** The routes of an application. What somebody does through them is on record like everything else. */
export function appRoutes(app: App, { pawl, db }: RouteServices): OpenAPIHono<ServerEnv> {
  const routes = new OpenAPIHono<ServerEnv>()
  routes.use(async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    await operate(c, pawl, { what: `${app.name}.${c.req.method.toLowerCase()}`, on: c.req.path }, next)
  })
  routes.route('/', app.routes!({ pawl, db }))
  return routes
}
