import { OpenAPIHono } from '@hono/zod-openapi'
import { type App, ProblemError } from '@pawl/app'
import type { ServerEnv } from '../../server-env.ts'
import type { RouteServices } from '../route-services.ts'
import { appRouteServices } from './app-route-services.ts'
import { untilGone } from './until-gone.ts'

/**
 * What an application shows without a token of the server. What it does not have ends here: a route of the same path among its
 * others must not be reached past the guard.
 */
export async function openAppRoutes({ openRoutes }: App, services: RouteServices): Promise<OpenAPIHono<ServerEnv>> {
  const routes = new OpenAPIHono<ServerEnv>()
  routes.use((c, next) => untilGone(c, services.routePool, next))
  routes.route('/', await openRoutes!(appRouteServices(services)))
  routes.all('*', (c) => {
    throw new ProblemError(404, 'unknown-route', `there is no ${c.req.method} of this address`)
  })
  return routes
}
