import { type AppRouteServices, ProblemError } from '@pawl/app'
import { bodyId, createRoute, id, json, jsonBody, newRoutes, next, page, problems, wire, z } from '@pawl/app/api'
import { seriesKey } from '../names/series-key.ts'
import { findSeries, type ListedSeries, setSeriesCover } from '../tables/listed-series.ts'
import type { ApiOptions } from './api-options.ts'
import { unknownSeries } from './not-found.ts'
import { pageOfIssues, pageOfSeries } from './pages-of.ts'
import { issue, ofReader, series, words } from './schemas.ts'
import { seriesCover } from './series-cover.ts'

const tags = ['comic-library: series']
const params = z.strictObject({ id })
const acting = problems(400, 403, 404, 409, 413, 415)
const afterwards = { 200: json(series, 'The series as it is now'), ...acting }

const list = createRoute({
  ...{ method: 'get', path: '/series', tags, summary: 'Series by name' },
  request: { query: z.strictObject({ ...page, library: id.optional(), q: words.optional(), reader: ofReader }) },
  responses: { 200: json(z.strictObject({ series: z.array(series), next }), 'A page of them'), ...problems(400) },
})
const show = createRoute({
  ...{ method: 'get', path: '/series/{id}', tags, summary: 'One series' },
  request: { params, query: z.strictObject({ reader: ofReader }) },
  responses: { 200: json(series, 'The series'), ...problems(404) },
})
const issues = createRoute({
  ...{ method: 'get', path: '/series/{id}/issues', tags, summary: 'Its issues in their order' },
  request: { params, query: z.strictObject({ ...page, reader: ofReader }) },
  responses: { 200: json(z.strictObject({ issues: z.array(issue), next }), 'A page of them'), ...problems(400, 404) },
})
const cover = createRoute({
  ...{ method: 'get', path: '/series/{id}/cover', tags, summary: 'The cover of the issue that stands for it' },
  request: { params },
  responses: {
    200: { description: 'The image', content: { 'image/*': { schema: z.string().openapi({ format: 'binary' }) } } },
    304: { description: 'It is as it was' },
    ...problems(404, 409),
  },
})
const chooseCover = createRoute({
  ...{
    method: 'put',
    path: '/series/{id}/cover',
    tags,
    summary: 'Another issue stands for it, or null: the first one',
  },
  request: { params, ...jsonBody(z.strictObject({ issue: bodyId.nullable() })) },
  responses: afterwards,
})
export function seriesRoutes({ db }: AppRouteServices, options: ApiOptions) {
  const routes = newRoutes()
  const found = async (of: number, reader?: number): Promise<ListedSeries> => {
    const one = await findSeries(db, of, reader)
    if (one === undefined) throw unknownSeries(of)
    return one
  }
  const sendCover = seriesCover(db, options)
  routes.openapi(list, async (c) => {
    const { q, ...asked } = c.req.valid('query')
    const { rows, next: after } = await pageOfSeries(db, { ...asked, part: q === undefined ? undefined : seriesKey(q) })
    return c.json({ series: wire(rows), next: after }, 200)
  })
  routes.openapi(show, async (c) =>
    c.json(wire(await found(c.req.valid('param').id, c.req.valid('query').reader)), 200),
  )
  routes.openapi(issues, async (c) => {
    const { id: of } = await found(c.req.valid('param').id)
    const { rows, next: after } = await pageOfIssues(db, of, c.req.valid('query'))
    return c.json({ issues: wire(rows), next: after }, 200)
  })
  routes.openapi(cover, (c) => sendCover(c, c.req.valid('param').id))
  routes.openapi(chooseCover, async (c) => {
    const { id: of } = await found(c.req.valid('param').id)
    const { issue: chosen } = c.req.valid('json')
    if (!(await setSeriesCover(db, of, chosen))) {
      throw new ProblemError(409, 'not-of-series', `issue ${chosen} is not one of series ${of}`)
    }
    return c.json(wire(await found(of)), 200)
  })
  return routes
}
