import type { AppRouteServices, ProblemError } from '@pawl/app'
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
import { addToLibrary, listLibrary, markRead, markUnread, readThrough, removeFromLibrary } from '../tables/library.ts'
import { findSeries } from '../tables/listed-series.ts'
import { readers } from '../tables/readers.ts'
import { chapterNumber } from './inputs.ts'
import { notFollowed, unknownChapter, unknownSeries } from './not-found.ts'
import { libraryEntry } from './schemas.ts'

const tags = ['chapters: library']
const params = z.strictObject({ id })
const entry = z.strictObject({ id, series: id })
const done = { 204: { description: 'It is so now' } }

const list = createRoute({
  ...{ method: 'get', path: '/readers/{id}/library', tags, summary: 'What a reader follows, with how much is unread' },
  request: { params, query: z.strictObject(page) },
  responses: {
    200: json(z.strictObject({ entries: z.array(libraryEntry), next }), 'A page of it'),
    ...problems(400, 404),
  },
})
const follow = createRoute({
  ...{
    method: 'put',
    path: '/readers/{id}/library/{series}',
    tags,
    summary: 'Follow a series, and be told of it or not',
  },
  request: { params: entry, ...jsonBody(z.strictObject({ notify: z.boolean().optional() })) },
  responses: { ...done, ...problems(400, 403, 404, 413, 415) },
})
const unfollow = createRoute({
  ...{ method: 'delete', path: '/readers/{id}/library/{series}', tags, summary: 'Follow it no more' },
  request: { params: entry },
  responses: { ...done, ...problems(403, 404) },
})
const through = createRoute({
  ...{
    method: 'put',
    path: '/readers/{id}/library/{series}/read-through',
    tags,
    summary: 'Chapters up to here are read',
  },
  request: { params: entry, ...jsonBody(z.strictObject({ number: chapterNumber.nullable() })) },
  responses: { ...done, ...problems(400, 403, 404, 413, 415) },
})
const read = createRoute({
  ...{ method: 'put', path: '/readers/{id}/read/{chapter}', tags, summary: 'One chapter is read' },
  request: { params: z.strictObject({ id, chapter: id }) },
  responses: { ...done, ...problems(403, 404) },
})
const unread = createRoute({
  ...{ method: 'delete', path: '/readers/{id}/read/{chapter}', tags, summary: 'One chapter is not read after all' },
  request: { params: z.strictObject({ id, chapter: id }) },
  responses: { ...done, ...problems(403, 404) },
})

const place = z.strictObject({ series: z.number().int() })

export function libraryRoutes({ db }: AppRouteServices) {
  const routes = newRoutes()
  const mustKnow = async (reader: number) => {
    await readers.get(db, reader)
  }
  routes.openapi(list, async (c) => {
    const { id: reader } = c.req.valid('param')
    const { after, limit } = c.req.valid('query')
    await mustKnow(reader)
    const entries = await listLibrary(
      db,
      reader,
      after === undefined ? undefined : decodeCursor(after, place).series,
      limit,
    )
    const last = entries.length < limit ? undefined : entries.at(-1)
    return c.json({ entries: wire(entries), next: last ? encodeCursor({ series: last.seriesId }) : null }, 200)
  })
  routes.openapi(follow, async (c) => {
    const { id: reader, series } = c.req.valid('param')
    if (!(await addToLibrary(db, reader, series, c.req.valid('json').notify))) {
      await mustKnow(reader)
      throw unknownSeries(series)
    }
    return c.body(null, 204)
  })
  routes.openapi(unfollow, async (c) => {
    const { id: reader, series } = c.req.valid('param')
    if (!(await removeFromLibrary(db, reader, series))) throw await missingEntry(reader, series)
    return c.body(null, 204)
  })
  routes.openapi(through, async (c) => {
    const { id: reader, series } = c.req.valid('param')
    if (!(await readThrough(db, reader, series, c.req.valid('json').number))) throw await missingEntry(reader, series)
    return c.body(null, 204)
  })
  routes.openapi(read, async (c) => {
    const { id: reader, chapter } = c.req.valid('param')
    if (!(await markRead(db, reader, chapter))) {
      await mustKnow(reader)
      throw unknownChapter(chapter)
    }
    return c.body(null, 204)
  })
  routes.openapi(unread, async (c) => {
    const { id: reader, chapter } = c.req.valid('param')
    if (!(await markUnread(db, reader, chapter))) {
      await mustKnow(reader)
      throw unknownChapter(chapter)
    }
    return c.body(null, 204)
  })
  return routes

  async function missingEntry(reader: number, series: number): Promise<ProblemError> {
    await mustKnow(reader)
    return (await findSeries(db, series)) === undefined ? unknownSeries(series) : notFollowed(series)
  }
}
