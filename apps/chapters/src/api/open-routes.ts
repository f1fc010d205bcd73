import { createHash } from 'node:crypto'
import { type AppRouteServices, ProblemError } from '@pawl/app'
import { createRoute, newRoutes, problems, z } from '@pawl/app/api'
import { newChapters } from '../tables/new-chapters.ts'
import { readers } from '../tables/readers.ts'
import type { ApiOptions } from './api-options.ts'
import { rssOf } from './rss-of.ts'

/** A feed is looked at often: it holds what is new, and the rest is in the API. */
const most = 50
const pollSeconds = 300

const feed = createRoute({
  ...{
    method: 'get',
    path: '/feeds/{file}',
    tags: ['chapters: feed'],
    summary: 'New chapters for one reader, as RSS 2.0',
  },
  security: [],
  request: {
    params: z.strictObject({ file: z.string().regex(/^[0-9a-z]{26}\.xml$/) }),
    headers: z.object({ 'If-None-Match': z.string().optional() }),
  },
  responses: {
    200: { description: 'The feed', content: { 'application/rss+xml': { schema: z.string() } } },
    304: { description: 'It is as it was' },
    ...problems(404),
  },
})

/** What needs no token of the server: the address of a feed carries its own. */
export function openRoutes({ db, url }: AppRouteServices, { publicUrl }: Pick<ApiOptions, 'publicUrl'>) {
  const routes = newRoutes()
  routes.openapi(feed, async (c) => {
    const token = c.req.valid('param').file.slice(0, -'.xml'.length)
    const reader = await readers.findByToken(db, token)
    if (reader === undefined)
      throw new ProblemError(404, 'unknown-feed', 'there is no feed at this address, or no longer')
    const { chapters } = await newChapters(db, { reader: reader.id, limit: most })
    const text = rssOf(chapters, { reader: reader.name, link: publicUrl ?? url() })
    const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
    const headers = { ETag: tag, 'Cache-Control': `private, max-age=${pollSeconds}` }
    if (c.req.valid('header')['If-None-Match']?.includes(tag)) return c.body(null, 304, headers)
    return c.body(text, 200, { ...headers, 'Content-Type': 'application/rss+xml; charset=utf-8' })
  })
  return routes
}
