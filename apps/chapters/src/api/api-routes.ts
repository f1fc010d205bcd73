import type { AppRouteServices } from '@pawl/app'
import { newRoutes, readerRoutes } from '@pawl/app/api'
import { readers } from '../tables/readers.ts'
import type { ApiOptions } from './api-options.ts'
import { feedRoutes } from './feed-routes.ts'
import { feedUrl } from './feed-url.ts'
import { languages, readerName } from './inputs.ts'
import { libraryRoutes } from './library-routes.ts'
import { notificationRoutes } from './notification-routes.ts'
import { seriesRoutes } from './series-routes.ts'
import { targetRoutes } from './target-routes.ts'

const groups = [seriesRoutes, libraryRoutes, feedRoutes, notificationRoutes, targetRoutes]

/** All that is under /api/chapters and needs a token of the server. */
export function apiRoutes(services: AppRouteServices, options: ApiOptions) {
  const routes = newRoutes()
  for (const group of groups) routes.route('/', group(services, options))
  const readersOf = {
    ...{ readers, tag: 'chapters: readers', component: 'Reader', name: readerName },
    ...{ fields: { languages }, defaults: { languages: [] } },
  }
  routes.route('/', readerRoutes(services, { ...readersOf, urlOf: (token) => feedUrl({ services, options }, token) }))
  return routes
}
