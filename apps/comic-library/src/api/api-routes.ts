import type { AppRouteServices } from '@pawl/app'
import { newRoutes, readerRoutes } from '@pawl/app/api'
import { readers } from '../tables/readers.ts'
import type { ApiOptions } from './api-options.ts'
import { byHandRoutes } from './by-hand-routes.ts'
import { readerName } from './inputs.ts'
import { issueRoutes } from './issue-routes.ts'
import { libraryRoutes } from './library-routes.ts'
import { opdsUrl } from './opds-url.ts'
import { progressRoutes } from './progress-routes.ts'
import { searchRoutes } from './search-routes.ts'
import { seriesRoutes } from './series-routes.ts'

const groups = [libraryRoutes, seriesRoutes, byHandRoutes, issueRoutes, searchRoutes, progressRoutes]

/** All that is under /api/comic-library and needs a token of the server. */
export function apiRoutes(services: AppRouteServices, options: ApiOptions) {
  const routes = newRoutes()
  for (const group of groups) routes.route('/', group(services, options))
  const readersOf = { readers, tag: 'comic-library: readers', component: 'ComicReader', name: readerName, defaults: {} }
  routes.route('/', readerRoutes(services, { ...readersOf, urlOf: (token) => opdsUrl({ services, options }, token) }))
  return routes
}
