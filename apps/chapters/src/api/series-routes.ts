import type { AppRouteServices } from '@pawl/app'
import {
  bodyId,
  createRoute,
  decodeCursor,
  encodeCursor,
  id,
  idAfter,
  json,
  jsonBody,
  newRoutes,
  next,
  nextAfter,
  page,
  problems,
  wire,
  z,
} from '@pawl/app/api'
import { pauseSeries, removeSeries, resumeSeries } from '../tables/followed-series.ts'
import { chaptersOfSeries } from '../tables/listed-chapters.ts'
import { findSeries, type ListedSeries, listSeries } from '../tables/listed-series.ts'
import { addSourceTo } from './add-source-to.ts'
import type { ApiOptions } from './api-options.ts'
import { followSeries } from './follow-series.ts'
import { mergeSeries } from './merge-series.ts'
import { unknownSeries } from './not-found.ts'
import { pollNow } from './poll-now.ts'
import { address, chapter, series } from './schemas.ts'

const tags = ['chapters: series']
const params = z.strictObject({ id })
const query = z.strictObject(page)
const afterwards = { 200: json(series, 'The series as it is now') }
const acting = problems(400, 403, 404, 409, 413, 415)
const poll = z.strictObject({ seriesSourceId: z.number().int(), jobId: z.string(), isDuplicate: z.boolean() })

const list = createRoute({
  ...{ method: 'get', path: '/series', tags, summary: 'Series, the newest first' },
  request: { query },
  responses: { 200: json(z.strictObject({ series: z.array(series), next }), 'A page of them'), ...problems(400) },
})
const follow = createRoute({
  ...{ method: 'post', path: '/series', tags, summary: 'Follow a series by its address' },
  request: jsonBody(z.strictObject({ url: address, reader: bodyId.optional(), notify: z.boolean().optional() })),
  responses: { 200: json(series, 'It was known'), 201: json(series, 'It is new, and being polled'), ...acting },
})
const show = createRoute({
  ...{ method: 'get', path: '/series/{id}', tags, summary: 'A series and its sources' },
  request: { params },
  responses: { 200: json(series, 'The series'), ...problems(404) },
})
const chapters = createRoute({
  ...{ method: 'get', path: '/series/{id}/chapters', tags, summary: 'Its chapters, the highest number first' },
  request: { params, query },
  responses: {
    200: json(z.strictObject({ chapters: z.array(chapter), next }), 'A page of them'),
    ...problems(400, 404),
  },
})
const addSource = createRoute({
  ...{ method: 'post', path: '/series/{id}/sources', tags, summary: 'Look for it at another source, too' },
  request: { params, ...jsonBody(z.strictObject({ url: address })) },
  responses: { ...afterwards, ...acting },
})
const merge = createRoute({
  ...{ method: 'post', path: '/series/{id}/merge', tags, summary: 'Another one is the same: it joins this one' },
  request: { params, ...jsonBody(z.strictObject({ series: bodyId })) },
  responses: { ...afterwards, ...acting },
})
const pause = createRoute({
  ...{ method: 'post', path: '/series/{id}/pause', tags, summary: 'Poll it no more, until it is resumed' },
  request: { params },
  responses: { ...afterwards, ...problems(403, 404) },
})
const resume = createRoute({
  ...{ method: 'post', path: '/series/{id}/resume', tags, summary: 'Poll it again' },
  request: { params },
  responses: { ...afterwards, ...problems(403, 404) },
})
const pollIt = createRoute({
  ...{ method: 'post', path: '/series/{id}/poll', tags, summary: 'Poll it now' },
  request: { params },
  responses: { 202: json(z.strictObject({ polls: z.array(poll) }), 'The jobs that do'), ...problems(403, 404, 409) },
})
const remove = createRoute({
  ...{ method: 'delete', path: '/series/{id}', tags, summary: 'Forget it, for all readers' },
  request: { params },
  responses: { 204: { description: 'It is gone' }, ...problems(403, 404) },
})

const numberPlace = z.strictObject({
  number: z
    .string()
    .regex(/^\d{1,20}(\.\d{1,20})?$/)
    .nullable(),
  id: z.number().int(),
})

export function seriesRoutes({ pawl, db }: AppRouteServices, options: ApiOptions) {
  const routes = newRoutes()
  const found = async (of: number): Promise<ListedSeries> => {
    const one = await findSeries(db, of)
    if (one === undefined) throw unknownSeries(of)
    return one
  }
  routes.openapi(list, async (c) => {
    const { after, limit } = c.req.valid('query')
    const rows = await listSeries(db, idAfter(after), limit)
    return c.json({ series: wire(rows), next: nextAfter(rows, limit) }, 200)
  })
  routes.openapi(follow, async (c) => {
    const { seriesId, isNew } = await followSeries({ pawl, db }, options, c.req.valid('json'))
    return c.json(wire(await found(seriesId)), isNew ? 201 : 200)
  })
  routes.openapi(show, async (c) => c.json(wire(await found(c.req.valid('param').id)), 200))
  routes.openapi(chapters, async (c) => {
    const { after, limit } = c.req.valid('query')
    const of = await found(c.req.valid('param').id)
    const rows = await chaptersOfSeries(
      db,
      of.id,
      after === undefined ? undefined : decodeCursor(after, numberPlace),
      limit,
    )
    const last = rows.length < limit ? undefined : rows.at(-1)
    return c.json({ chapters: wire(rows), next: last ? encodeCursor({ number: last.number, id: last.id }) : null }, 200)
  })
  routes.openapi(addSource, async (c) => {
    const of = await found(c.req.valid('param').id)
    await addSourceTo({ pawl, db }, options, of.id, c.req.valid('json').url)
    return c.json(wire(await found(of.id)), 200)
  })
  routes.openapi(merge, async (c) => {
    const { id: staying } = c.req.valid('param')
    await mergeSeries({ pawl, db }, options, { joining: c.req.valid('json').series, staying })
    return c.json(wire(await found(staying)), 200)
  })
  routes.openapi(pause, async (c) => {
    await pauseSeries(db, c.req.valid('param').id)
    return c.json(wire(await found(c.req.valid('param').id)), 200)
  })
  routes.openapi(resume, async (c) => {
    await resumeSeries(db, c.req.valid('param').id)
    return c.json(wire(await found(c.req.valid('param').id)), 200)
  })
  routes.openapi(pollIt, async (c) =>
    c.json({ polls: await pollNow({ pawl, db }, options, c.req.valid('param').id) }, 202),
  )
  routes.openapi(remove, async (c) => {
    const { id: of } = c.req.valid('param')
    if (!(await removeSeries(db, of))) throw unknownSeries(of)
    return c.body(null, 204)
  })
  return routes
}
