import type { OpenAPIHono } from '@hono/zod-openapi'
import type { ServerEnv } from '../server-env.ts'
import type { RouteServices } from './route-services.ts'
import { newRoutes } from './shared/new-routes.ts'
import { sourceRoutes } from './sources/source-routes.ts'

/** All that is under /api: the engine's own routes, the applications', and the description of both. */
export function apiRoutes(services: RouteServices): OpenAPIHono<ServerEnv> {
  const api = newRoutes()
  api.route('/', sourceRoutes(services))
  for (const app of services.apps) if (app.routes !== undefined) api.route(`/${app.name}`, app.routes(services))
  return api
}
