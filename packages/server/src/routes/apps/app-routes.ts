import { OpenAPIHono } from '@hono/zod-openapi'
import type { App } from '@pawl/app'
import type { ServerEnv } from '../../server-env.ts'
import type { RouteServices } from '../route-services.ts'
import { record, recordFailure } from '../shared/operate.ts'
import { appRouteServices } from './app-route-services.ts'
import { isRead, untilGone } from './until-gone.ts'

/** The routes of an application. What somebody does through them is on record like everything else. */
export async function appRoutes(app: App, services: RouteServices): Promise<OpenAPIHono<ServerEnv>> {
  const { pawl, routePool } = services
  const routes = new OpenAPIHono<ServerEnv>()
  routes.use(async (c, next) => {
    if (isRead(c.req.method)) return untilGone(c, routePool, next)
    const operation = { what: `${app.name}.${c.req.method.toLowerCase()}`, on: c.req.path }
    const recorded = await record(c, pawl, operation)
    await next()
    // what a route throws has been answered already
    if (c.res.status >= 400) await recordFailure(pawl, recorded, String(c.res.status))
  })
  routes.route('/', await app.routes!(appRouteServices(services)))
  return routes
}
