import type { AppRouteServices } from '@pawl/app'
import { newRoutes } from '@pawl/app/api'
import type { ApiOptions } from './api-options.ts'
import { byHandRoutes } from './by-hand-routes.ts'
import { issueRoutes } from './issue-routes.ts'
import { libraryRoutes } from './library-routes.ts'
import { progressRoutes } from './progress-routes.ts'
import { readerRoutes } from './reader-routes.ts'
import { searchRoutes } from './search-routes.ts'
import { seriesRoutes } from './series-routes.ts'

const groups = [libraryRoutes, seriesRoutes, byHandRoutes, issueRoutes, searchRoutes, readerRoutes, progressRoutes]

/** All that is under /api/comic-library and needs a token of the server. */
export function apiRoutes(services: AppRouteServices, options: ApiOptions) {
  const routes = newRoutes()
  for (const group of groups) routes.route('/', group(services, options))
  return routes
}
