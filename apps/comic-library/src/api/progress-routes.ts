import type { AppRouteServices } from '@pawl/app'
import {
  createRoute,
  decodeCursor,
  encodeCursor,
  id,
  json,
  jsonBody,
  newRoutes,
  next,
  page,
  problems,
  wire,
  z,
} from '@pawl/app/api'
import { issuesBegun, issuesNext } from '../tables/listed-issues.ts'
import { readers } from '../tables/readers.ts'
import { clearProgress, listProgress, markSeries, setProgress } from '../tables/reading.ts'
import { unknownIssue, unknownSeries } from './not-found.ts'
import { issue, progress } from './schemas.ts'

const tags = ['comic-library: reading']
const params = z.strictObject({ id })
const ofIssue = z.strictObject({ id, issue: id })
const ofSeries = z.strictObject({ id, series: id })
const acting = problems(400, 403, 404, 413, 415)
const limit = z.strictObject({ limit: page.limit })
const issues = json(z.strictObject({ issues: z.array(issue) }), 'With how far they have come')

const list = createRoute({
  ...{
    method: 'get',
    path: '/readers/{id}/progress',
    tags,
    summary: 'What a reader has read or begun, the last first',
  },
  request: { params, query: z.strictObject(page) },
  responses: {
    200: json(
      z.strictObject({ progress: z.array(progress.extend({ issueId: z.number().int() })), next }),
      'A page of it',
    ),
    ...problems(400, 404),
  },
})
const reading = createRoute({
  ...{ method: 'get', path: '/readers/{id}/reading', tags, summary: 'Issues that a reader has begun, the last first' },
  request: { params, query: limit },
  responses: { 200: issues, ...problems(400, 404) },
})
const upNext = createRoute({
  ...{ method: 'get', path: '/readers/{id}/next', tags, summary: 'The next issue of each series that a reader reads' },
  request: { params, query: limit },
  responses: { 200: issues, ...problems(400, 404) },
})
const set = createRoute({
  ...{ method: 'put', path: '/readers/{id}/progress/{issue}', tags, summary: 'How far they have come in an issue' },
  request: {
    params: ofIssue,
    ...jsonBody(
      z.strictObject({
        page: z.number().int().min(0).max(1_000_000),
        completed: z.boolean().optional().openapi({ description: 'when left out: whether it is the last page' }),
      }),
    ),
  },
  responses: { 200: json(progress, 'As it is kept'), ...acting },
})
const clear = createRoute({
  ...{ method: 'delete', path: '/readers/{id}/progress/{issue}', tags, summary: 'They have not opened it' },
  request: { params: ofIssue },
  responses: { 204: { description: 'It is forgotten' }, ...problems(403, 404) },
})
const readSeries = createRoute({
  ...{ method: 'put', path: '/readers/{id}/series/{series}/read', tags, summary: 'They have read all of a series' },
  request: { params: ofSeries },
  responses: { 204: { description: 'It is read' }, ...problems(403, 404) },
})
const unreadSeries = createRoute({
  ...{ method: 'delete', path: '/readers/{id}/series/{series}/read', tags, summary: 'They have read nothing of it' },
  request: { params: ofSeries },
  responses: { 204: { description: 'It is unread' }, ...problems(403, 404) },
})

const place = z.strictObject({
  us: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  id: z.number().int().min(0),
})

export function progressRoutes({ db }: AppRouteServices) {
  const routes = newRoutes()
  const known = async (reader: number): Promise<number> => {
    await readers.get(db, reader)
    return reader
  }
  routes.openapi(list, async (c) => {
    const reader = await known(c.req.valid('param').id)
    const { after, limit: most } = c.req.valid('query')
    const from = after === undefined ? undefined : decodeCursor(after, place)
    const { read, next: last } = await listProgress(db, reader, { after: from, limit: most })
    return c.json({ progress: wire(read), next: last === undefined ? null : encodeCursor(last) }, 200)
  })
  routes.openapi(reading, async (c) => {
    const reader = await known(c.req.valid('param').id)
    return c.json({ issues: wire(await issuesBegun(db, reader, c.req.valid('query').limit)) }, 200)
  })
  routes.openapi(upNext, async (c) => {
    const reader = await known(c.req.valid('param').id)
    return c.json({ issues: wire(await issuesNext(db, reader, c.req.valid('query').limit)) }, 200)
  })
  routes.openapi(set, async (c) => {
    const { id: reader, issue: of } = c.req.valid('param')
    const kept = await setProgress(db, await known(reader), of, c.req.valid('json'))
    if (kept === undefined) throw unknownIssue(of)
    return c.json(wire(kept), 200)
  })
  routes.openapi(clear, async (c) => {
    const { id: reader, issue: of } = c.req.valid('param')
    if (!(await clearProgress(db, await known(reader), of))) throw unknownIssue(of)
    return c.body(null, 204)
  })
  for (const [route, isRead] of [
    [readSeries, true],
    [unreadSeries, false],
  ] as const) {
    routes.openapi(route, async (c) => {
      const { id: reader, series } = c.req.valid('param')
      if (!(await markSeries(db, await known(reader), series, isRead))) throw unknownSeries(series)
      return c.body(null, 204)
    })
  }
  return routes
}
