import type { AppRouteServices } from '@pawl/app'
import {
  bodyId,
  createRoute,
  id,
  idAfter,
  instant,
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
import { readers } from '../tables/readers.ts'
import { listNotifications, seeNotifications } from '../tables/told-notifications.ts'
import { chapter } from './schemas.ts'

const tags = ['chapters: notifications']
const params = z.strictObject({ id })
const notification = z
  .strictObject({ id: z.number().int(), createdAt: instant, seenAt: instant.nullable(), chapter })
  .openapi('ChapterNotification')
const unseen = z.enum(['true', 'false']).optional().openapi({ description: 'true: only what was not seen yet' })

const list = createRoute({
  ...{ method: 'get', path: '/readers/{id}/notifications', tags, summary: 'What a reader was told, the newest first' },
  request: { params, query: z.strictObject({ ...page, unseen }) },
  responses: {
    200: json(z.strictObject({ notifications: z.array(notification), next }), 'A page of it'),
    ...problems(400, 404),
  },
})
const see = createRoute({
  ...{ method: 'post', path: '/readers/{id}/notifications/seen', tags, summary: 'These were seen, or all up to one' },
  request: {
    params,
    ...jsonBody(
      z
        .strictObject({ ids: z.array(bodyId).max(1_000).optional(), through: bodyId.optional() })
        .refine(
          ({ ids, through }) => (ids === undefined) !== (through === undefined),
          'expected ids or through, one of them',
        ),
    ),
  },
  responses: {
    200: json(z.strictObject({ seen: z.number().int() }), 'How many were not seen before'),
    ...problems(400, 403, 404, 413, 415),
  },
})

export function notificationRoutes({ db }: AppRouteServices) {
  const routes = newRoutes()
  const mustKnow = async (reader: number) => {
    await readers.get(db, reader)
  }
  routes.openapi(list, async (c) => {
    const { id: reader } = c.req.valid('param')
    const { after, limit, unseen: only } = c.req.valid('query')
    await mustKnow(reader)
    const rows = await listNotifications(db, reader, { before: idAfter(after), limit, unseen: only === 'true' })
    return c.json({ notifications: wire(rows), next: nextAfter(rows, limit) }, 200)
  })
  routes.openapi(see, async (c) => {
    const { id: reader } = c.req.valid('param')
    await mustKnow(reader)
    return c.json({ seen: await seeNotifications(db, reader, c.req.valid('json')) }, 200)
  })
  return routes
}
