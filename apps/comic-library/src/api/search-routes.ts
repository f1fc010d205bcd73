import type { AppRouteServices } from '@pawl/app'
import { createRoute, id, json, newRoutes, problems, wire, z } from '@pawl/app/api'
import { issue, ofReader, series, words } from './schemas.ts'
import { search } from './search.ts'

const find = createRoute({
  ...{
    method: 'get',
    path: '/search',
    tags: ['comic-library: search'],
    summary: 'Series and issues whose names have these words',
  },
  request: {
    query: z.strictObject({
      q: words,
      library: id.optional(),
      reader: ofReader,
      limit: z.coerce.number().int().min(1).max(200).default(20).openapi({ description: 'so many of each' }),
    }),
  },
  responses: {
    200: json(z.strictObject({ series: z.array(series), issues: z.array(issue) }), 'What was found'),
    ...problems(400),
  },
})

export function searchRoutes({ db }: AppRouteServices) {
  const routes = newRoutes()
  routes.openapi(find, async (c) => c.json(wire(await search(db, c.req.valid('query'))), 200))
  return routes
}
