import type { AppRouteServices } from '@pawl/app'
import { createRoute, id, json, newRoutes, next, page, problems, wire, z } from '@pawl/app/api'
import { findIssue } from '../tables/listed-issues.ts'
import type { ApiOptions } from './api-options.ts'
import { issueContent } from './issue-content.ts'
import { unknownIssue } from './not-found.ts'
import { pageNumber, pageWidth } from './page-query.ts'
import { pageOfNewest } from './pages-of.ts'
import { issue, ofReader } from './schemas.ts'

const tags = ['comic-library: issues']
const params = z.strictObject({ id })
const binary = z.string().openapi({ format: 'binary' })
const image = { description: 'The image', content: { 'image/*': { schema: binary } } }
const unchanged = { 304: { description: 'It is as it was' } }

const newest = createRoute({
  ...{ method: 'get', path: '/issues', tags, summary: 'Issues of all libraries, the newest first' },
  request: { query: z.strictObject({ ...page, reader: ofReader }) },
  responses: { 200: json(z.strictObject({ issues: z.array(issue), next }), 'A page of them'), ...problems(400) },
})
const show = createRoute({
  ...{ method: 'get', path: '/issues/{id}', tags, summary: 'One issue' },
  request: { params, query: z.strictObject({ reader: ofReader }) },
  responses: { 200: json(issue, 'The issue'), ...problems(404) },
})
const cover = createRoute({
  ...{ method: 'get', path: '/issues/{id}/cover', tags, summary: 'Its cover, small' },
  request: { params },
  responses: { 200: image, ...unchanged, ...problems(404, 409) },
})
const onePage = createRoute({
  ...{ method: 'get', path: '/issues/{id}/pages/{page}', tags, summary: 'A page, counted from 1' },
  request: { params: z.strictObject({ id, page: pageNumber }), query: z.strictObject({ width: pageWidth }) },
  responses: { 200: image, ...unchanged, ...problems(404, 409) },
})
const file = createRoute({
  ...{ method: 'get', path: '/issues/{id}/file', tags, summary: 'The archive itself, or a part of it (Range)' },
  request: { params },
  responses: {
    200: { description: 'All of it', content: { 'application/octet-stream': { schema: binary } } },
    206: { description: 'The part that was asked for', content: { 'application/octet-stream': { schema: binary } } },
    ...unchanged,
    416: { description: 'It is shorter than that' },
    ...problems(404),
  },
})

export function issueRoutes({ db }: AppRouteServices, options: ApiOptions) {
  const routes = newRoutes()
  const content = issueContent(db, options)
  routes.openapi(newest, async (c) => {
    const { rows, next: after } = await pageOfNewest(db, c.req.valid('query'))
    return c.json({ issues: wire(rows), next: after }, 200)
  })
  routes.openapi(show, async (c) => {
    const { id: of } = c.req.valid('param')
    const found = await findIssue(db, of, c.req.valid('query').reader)
    if (found === undefined) throw unknownIssue(of)
    return c.json(wire(found), 200)
  })
  routes.openapi(cover, (c) => content.cover(c, c.req.valid('param').id))
  routes.openapi(onePage, (c) => {
    const { id: of, page: number } = c.req.valid('param')
    return content.page(c, of, number, c.req.valid('query').width)
  })
  routes.openapi(file, (c) => content.file(c, c.req.valid('param').id))
  return routes
}
