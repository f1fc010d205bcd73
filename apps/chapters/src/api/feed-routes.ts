import type { AppRouteServices } from '@pawl/app'
import {
  createRoute,
  decodeCursor,
  encodeCursor,
  id,
  json,
  newRoutes,
  next,
  page,
  problems,
  wire,
  z,
} from '@pawl/app/api'
import { newChapters } from '../tables/new-chapters.ts'
import { readers } from '../tables/readers.ts'
import { followChapters, placeNow, placeOf } from './follow-chapters.ts'
import { writePlace } from './live-place.ts'
import { NewChapterWatch } from './new-chapter-watch.ts'
import { chapter } from './schemas.ts'

const tags = ['chapters: feed']
const reader = id.optional().openapi({ description: 'only what this reader follows, in their languages' })

const list = createRoute({
  ...{ method: 'get', path: '/feed', tags, summary: 'New chapters, the newest first' },
  request: { query: z.strictObject({ ...page, reader }) },
  responses: {
    200: json(z.strictObject({ chapters: z.array(chapter), next }), 'A page of them'),
    ...problems(400, 404),
  },
})
const live = createRoute({
  ...{ method: 'get', path: '/feed/events', tags, summary: 'New chapters as they come' },
  request: {
    query: z.strictObject({ reader }),
    headers: z.object({
      'Last-Event-ID': z
        .string()
        .max(16_000)
        .optional()
        .openapi({ description: 'the id of the last event that was seen' }),
    }),
  },
  responses: {
    200: {
      description: 'ready: from here on. chapter: one that is new. reset: too much was missed, look at the feed anew',
      content: { 'text/event-stream': { schema: z.string().openapi({ description: 'server-sent events' }) } },
    },
    ...problems(400, 404),
  },
})

const foundPlace = z.strictObject({
  us: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  id: z.number().int().min(0),
})

export function feedRoutes({ db, pollMs, stream }: AppRouteServices) {
  const routes = newRoutes()
  const watch = new NewChapterWatch(db, pollMs)
  const mustKnow = async (of: number | undefined) => {
    if (of !== undefined) await readers.get(db, of)
  }
  routes.openapi(list, async (c) => {
    const { after, limit, reader: of } = c.req.valid('query')
    await mustKnow(of)
    const from = after === undefined ? {} : { after: decodeCursor(after, foundPlace) }
    const found = await newChapters(db, { limit, ...from, ...(of === undefined ? {} : { reader: of }) })
    const next = found.next === undefined ? null : encodeCursor(found.next)
    return c.json({ chapters: wire([...found.chapters]), next }, 200)
  })
  routes.openapi(live, async (c) => {
    const { reader: of } = c.req.valid('query')
    await mustKnow(of)
    const last = c.req.valid('header')['Last-Event-ID']
    const known = last === undefined ? undefined : await placeOf(db, last)
    return stream(c, async (out, gone) => {
      const place = known ?? (await placeNow(db))
      const event = known === undefined && last !== undefined ? 'reset' : 'ready'
      await out.writeSSE({ event, id: writePlace(place), data: '{}' })
      for await (const told of followChapters({ db, watch, reader: of, gone }, place)) {
        await out.writeSSE({ event: 'chapter', id: writePlace(told.place), data: JSON.stringify(told.chapter) })
      }
    })
  })
  return routes
}
