import type { AppRouteServices } from '@pawl/app'
import { newRoutes } from '@pawl/app/api'
import type { ApiOptions } from './api-options.ts'
import { feedRoutes } from './feed-routes.ts'
import { libraryRoutes } from './library-routes.ts'
import { notificationRoutes } from './notification-routes.ts'
import { readerRoutes } from './reader-routes.ts'
import { seriesRoutes } from './series-routes.ts'
import { targetRoutes } from './target-routes.ts'

const groups = [seriesRoutes, readerRoutes, libraryRoutes, feedRoutes, notificationRoutes, targetRoutes]

/** All that is under /api/chapters and needs a token of the server. */
export function apiRoutes(services: AppRouteServices, options: ApiOptions) {
  const routes = newRoutes()
  for (const group of groups) routes.route('/', group(services, options))
  return routes
}
