import type { AppRouteServices } from '@pawl/app'
import { newRoutes } from '@pawl/app/api'
import type { ApiContext } from './api-options.ts'
import { bulkRoutes } from './bulk-routes.ts'
import { contentRoutes } from './content-routes.ts'
import { eventRoutes } from './event-routes.ts'
import { reportRoutes } from './report-routes.ts'
import { rerunRoutes } from './rerun-routes.ts'

/** Those with a path of their own come before those with a number in their place. */
const groups = [bulkRoutes, rerunRoutes, contentRoutes, eventRoutes, reportRoutes]

/** All that is under /api/site-reports and needs a token of the server. */
export function apiRoutes(api: ApiContext, services: AppRouteServices) {
  const routes = newRoutes()
  for (const group of groups) routes.route('/', group(api, services))
  return routes
}
