import type { AppRouteServices } from '@pawl/app'
import { createRoute, id, json, newRoutes, problems, z } from '@pawl/app/api'
import { renderComparison } from '../report/render-comparison.ts'
import { findContent } from '../tables/report-contents.ts'
import { answerAs, format, formats } from './answer-as.ts'
import type { ApiContext } from './api-options.ts'
import { checkAddress } from './check-address.ts'
import { compareNewest, compareTwo } from './compare-two.ts'
import { foundContent, foundReport } from './found-report.ts'
import { unfinished } from './not-found.ts'
import { address } from './schemas.ts'
import { sharePath, shareReport, unshareReport } from './share-report.ts'

const tags = ['site-reports: content']
const params = z.strictObject({ id })

const content = createRoute({
  ...{
    method: 'get',
    path: '/{id}/report',
    tags,
    summary: 'A report that is done, as JSON, Markdown or HTML',
  },
  request: { params, query: z.strictObject({ format: format.default('json') }) },
  responses: { 200: formats('The report'), ...problems(404, 409) },
})
const prompt = createRoute({
  ...{ method: 'get', path: '/{id}/prompt', tags, summary: 'What the model was asked' },
  request: { params },
  responses: {
    200: json(
      z.strictObject({
        template: z.string(),
        version: z.number().int(),
        tokens: z.number().int(),
        messages: z.array(z.strictObject({ role: z.string(), content: z.string() })),
      }),
      'Template, version and messages: with them the report can be made again',
    ),
    ...problems(404, 409),
  },
})
const one = id.optional().openapi({ description: 'a report; the other one is `to`' })
const compare = createRoute({
  ...{ method: 'get', path: '/compare', tags, summary: 'What has changed between two reports' },
  request: {
    query: z.strictObject({
      from: one,
      to: one,
      url: address.optional().openapi({ description: 'the two newest reports about it' }),
      format: z.enum(['json', 'md']).default('json'),
    }),
  },
  responses: { 200: formats('Scores, findings, pages, technologies'), ...problems(400, 404, 409) },
})
const share = createRoute({
  ...{ method: 'post', path: '/{id}/share', tags, summary: 'An address that shows it to whoever has it' },
  request: { params },
  responses: {
    201: json(z.strictObject({ url: z.string() }), 'Shown this once; an earlier one ends'),
    ...problems(403, 404, 409),
  },
})
const unshare = createRoute({
  ...{ method: 'delete', path: '/{id}/share', tags, summary: 'Share it no more' },
  request: { params },
  responses: { 204: { description: 'That address shows nothing' }, ...problems(403, 404) },
})

export function contentRoutes(api: ApiContext, { url: serverUrl }: Pick<AppRouteServices, 'url'>) {
  const { db } = api
  const routes = newRoutes()
  routes.openapi(compare, async (c) => {
    const { from, to, url, format: as } = c.req.valid('query')
    const both = from !== undefined && to !== undefined
    const found = both
      ? await compareTwo(db, from, to)
      : await compareNewest(db, checkAddress(url ?? '', api.settings.sites.standIn))
    if (as === 'json') return c.json(found, 200)
    return c.body(renderComparison(found), 200, { 'Content-Type': 'text/markdown; charset=utf-8' })
  })
  routes.openapi(content, async (c) => {
    return answerAs(c, await foundContent(db, c.req.valid('param').id), c.req.valid('query').format)
  })
  routes.openapi(prompt, async (c) => {
    const { id: of, status } = await foundReport(db, c.req.valid('param').id)
    const { prompt: asked } = await findContent(db, of)
    if (asked === null) throw unfinished(of, status)
    return c.json({ ...asked, messages: [...asked.messages] }, 200)
  })
  routes.openapi(share, async (c) => {
    const token = await shareReport(db, c.req.valid('param').id)
    const base = api.settings.publicUrl?.replace(/\/+$/, '') ?? serverUrl()
    return c.json({ url: `${base}${sharePath(token)}` }, 201)
  })
  routes.openapi(unshare, async (c) => {
    await unshareReport(db, c.req.valid('param').id)
    return c.body(null, 204)
  })
  return routes
}
