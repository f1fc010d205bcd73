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
import { liveChapters } from '../tables/live-chapters.ts'
import { newChapters } from '../tables/new-chapters.ts'
import { readers } from '../tables/readers.ts'
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
  const feed = liveChapters(db, pollMs)
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
    const known = last !== undefined && feed.canContinue(last) ? last : undefined
    return stream(c, async (out, gone) => {
      const from = known ?? (await feed.begin())
      const event = known === undefined && last !== undefined ? 'reset' : 'ready'
      await out.writeSSE({ event, id: from, data: '{}' })
      for await (const { row, cursor } of feed.follow(from, of, gone)) {
        await out.writeSSE({ event: 'chapter', id: cursor, data: JSON.stringify(row) })
      }
    })
  })
  return routes
}
