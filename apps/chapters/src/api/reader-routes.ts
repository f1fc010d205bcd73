import { type AppRouteServices, ProblemError } from '@pawl/app'
import {
  createRoute,
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
import { addReader, changeReader, findReader, listReaders, removeReader, setFeedToken } from '../tables/readers.ts'
import type { ApiOptions } from './api-options.ts'
import { newFeedToken } from './feed-token.ts'
import { feedUrl } from './feed-url.ts'
import { languages, readerName } from './inputs.ts'
import { unknownReader } from './not-found.ts'
import { reader } from './schemas.ts'

const tags = ['chapters: readers']
const params = z.strictObject({ id })
const withToken = z.strictObject({
  reader,
  feedToken: z.string().openapi({ description: 'shown once: only its hash is kept' }),
  feedUrl: z.string(),
})

const list = createRoute({
  ...{ method: 'get', path: '/readers', tags, summary: 'All readers' },
  request: { query: z.strictObject(page) },
  responses: { 200: json(z.strictObject({ readers: z.array(reader), next }), 'A page of them'), ...problems(400) },
})
const add = createRoute({
  ...{ method: 'post', path: '/readers', tags, summary: 'A new reader, with a feed' },
  request: jsonBody(z.strictObject({ name: readerName, languages: languages.default([]) })),
  responses: { 201: json(withToken, 'The reader, and the token of their feed'), ...problems(400, 403, 409, 413, 415) },
})
const show = createRoute({
  ...{ method: 'get', path: '/readers/{id}', tags, summary: 'One reader' },
  request: { params },
  responses: { 200: json(reader, 'The reader'), ...problems(404) },
})
const change = createRoute({
  ...{ method: 'patch', path: '/readers/{id}', tags, summary: 'Another name, or other languages' },
  request: { params, ...jsonBody(z.strictObject({ name: readerName.optional(), languages: languages.optional() })) },
  responses: { 200: json(reader, 'The reader as they are now'), ...problems(400, 403, 404, 409, 413, 415) },
})
const rotate = createRoute({
  ...{ method: 'post', path: '/readers/{id}/feed-token', tags, summary: 'Another address for the feed' },
  request: { params },
  responses: { 200: json(withToken, 'The new token; the old one leads nowhere'), ...problems(403, 404) },
})
const close = createRoute({
  ...{ method: 'delete', path: '/readers/{id}/feed-token', tags, summary: 'Close the feed' },
  request: { params },
  responses: { 200: json(reader, 'The reader, without a feed'), ...problems(403, 404) },
})
const remove = createRoute({
  ...{ method: 'delete', path: '/readers/{id}', tags, summary: 'Forget a reader' },
  request: { params },
  responses: { 204: { description: 'They are gone' }, ...problems(403, 404) },
})

const taken = (name: string) => new ProblemError(409, 'name-taken', `there is a reader ${name} already`)

export function readerRoutes(services: AppRouteServices, options: ApiOptions) {
  const { db } = services
  const addresses = { services, options }
  const routes = newRoutes()
  routes.openapi(list, async (c) => {
    const { after, limit } = c.req.valid('query')
    const rows = await listReaders(db, idAfter(after), limit)
    return c.json({ readers: wire(rows), next: nextAfter(rows, limit) }, 200)
  })
  routes.openapi(add, async (c) => {
    const given = c.req.valid('json')
    const { token, hash } = newFeedToken()
    const added = await addReader(db, given, hash)
    if (added === undefined) throw taken(given.name)
    return c.json({ reader: wire(added), feedToken: token, feedUrl: feedUrl(addresses, token) }, 201)
  })
  routes.openapi(show, async (c) =>
    c.json(wire(known(c.req.valid('param').id, await findReader(db, c.req.valid('param').id))), 200),
  )
  routes.openapi(change, async (c) => {
    const { id: of } = c.req.valid('param')
    const given = c.req.valid('json')
    const changed = await changeReader(db, of, given).catch((error) => {
      throw error.code === '23505' ? taken(given.name ?? '') : error
    })
    return c.json(wire(known(of, changed)), 200)
  })
  routes.openapi(rotate, async (c) => {
    const { id: of } = c.req.valid('param')
    const { token, hash } = newFeedToken()
    const changed = known(of, await setFeedToken(db, of, hash))
    return c.json({ reader: wire(changed), feedToken: token, feedUrl: feedUrl(addresses, token) }, 200)
  })
  routes.openapi(close, async (c) => {
    const { id: of } = c.req.valid('param')
    return c.json(wire(known(of, await setFeedToken(db, of, null))), 200)
  })
  routes.openapi(remove, async (c) => {
    const { id: of } = c.req.valid('param')
    if (!(await removeReader(db, of))) throw unknownReader(of)
    return c.body(null, 204)
  })
  return routes
}

function known<R>(of: number, found: R | undefined): R {
  if (found === undefined) throw unknownReader(of)
  return found
}
