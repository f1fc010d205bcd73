import { type AppRouteServices, ProblemError } from '@pawl/app'
import { createRoute, newRoutes, problems, z } from '@pawl/app/api'
import { sharedReport } from '../tables/report-contents.ts'
import { answerAs, format, formats } from './answer-as.ts'
import { hashOfToken } from './share-report.ts'

const shared = createRoute({
  ...{
    method: 'get',
    path: '/reports/{token}',
    tags: ['site-reports: content'],
    summary: 'A report that somebody has shared',
  },
  security: [],
  request: {
    params: z.strictObject({ token: z.string().regex(/^[\w-]{43}$/) }),
    query: z.strictObject({ format: format.default('html') }),
  },
  responses: { 200: formats('The report'), ...problems(404) },
})

/** What needs no token of the server: the address of a shared report carries its own. */
export function openRoutes({ db }: AppRouteServices) {
  const routes = newRoutes()
  routes.openapi(shared, async (c) => {
    const report = await sharedReport(db, hashOfToken(c.req.valid('param').token))
    if (report === undefined) {
      throw new ProblemError(404, 'unknown-report', 'there is no report at this address, or no longer')
    }
    c.header('Cache-Control', 'private, no-store')
    return answerAs(c, report, c.req.valid('query').format)
  })
  return routes
}
