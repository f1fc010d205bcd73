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
import { addReader, findReader, listReaders, removeReader, renameReader, setReaderToken } from '../tables/readers.ts'
import type { ApiOptions } from './api-options.ts'
import { readerName } from './inputs.ts'
import { unknownReader } from './not-found.ts'
import { opdsUrl } from './opds-url.ts'
import { newReaderToken } from './reader-token.ts'
import { reader } from './schemas.ts'

const tags = ['comic-library: readers']
const params = z.strictObject({ id })
const withToken = z.strictObject({
  reader,
  token: z.string().openapi({ description: 'shown once: only its hash is kept. With Basic auth it is the password' }),
  opdsUrl: z
    .string()
    .openapi({ description: 'with the token in it; without it, reading apps ask for name and password' }),
})

const list = createRoute({
  ...{ method: 'get', path: '/readers', tags, summary: 'All readers' },
  request: { query: z.strictObject(page) },
  responses: { 200: json(z.strictObject({ readers: z.array(reader), next }), 'A page of them'), ...problems(400) },
})
const add = createRoute({
  ...{ method: 'post', path: '/readers', tags, summary: 'A new reader, with a feed for reading apps' },
  request: jsonBody(z.strictObject({ name: readerName })),
  responses: { 201: json(withToken, 'The reader, and the token of their apps'), ...problems(400, 403, 409, 413, 415) },
})
const show = createRoute({
  ...{ method: 'get', path: '/readers/{id}', tags, summary: 'One reader' },
  request: { params },
  responses: { 200: json(reader, 'The reader'), ...problems(404) },
})
const rename = createRoute({
  ...{ method: 'patch', path: '/readers/{id}', tags, summary: 'Another name' },
  request: { params, ...jsonBody(z.strictObject({ name: readerName })) },
  responses: { 200: json(reader, 'The reader as they are now'), ...problems(400, 403, 404, 409, 413, 415) },
})
const rotate = createRoute({
  ...{ method: 'post', path: '/readers/{id}/token', tags, summary: 'Another token for their apps' },
  request: { params },
  responses: { 200: json(withToken, 'The new token; the old one leads nowhere'), ...problems(403, 404) },
})
const close = createRoute({
  ...{ method: 'delete', path: '/readers/{id}/token', tags, summary: 'No token: their apps are out' },
  request: { params },
  responses: { 200: json(reader, 'The reader, without a feed'), ...problems(403, 404) },
})
const remove = createRoute({
  ...{ method: 'delete', path: '/readers/{id}', tags, summary: 'Forget a reader and what they have read' },
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
    const { name } = c.req.valid('json')
    const { token, hash } = newReaderToken()
    const added = await addReader(db, name, hash)
    if (added === undefined) throw taken(name)
    return c.json({ reader: wire(added), token, opdsUrl: opdsUrl(addresses, token) }, 201)
  })
  routes.openapi(show, async (c) => {
    const { id: of } = c.req.valid('param')
    return c.json(wire(known(of, await findReader(db, of))), 200)
  })
  routes.openapi(rename, async (c) => {
    const { id: of } = c.req.valid('param')
    const { name } = c.req.valid('json')
    const changed = await renameReader(db, of, name).catch((error) => {
      throw error.code === '23505' ? taken(name) : error
    })
    return c.json(wire(known(of, changed)), 200)
  })
  routes.openapi(rotate, async (c) => {
    const { id: of } = c.req.valid('param')
    const { token, hash } = newReaderToken()
    const changed = known(of, await setReaderToken(db, of, hash))
    return c.json({ reader: wire(changed), token, opdsUrl: opdsUrl(addresses, token) }, 200)
  })
  routes.openapi(close, async (c) => {
    const { id: of } = c.req.valid('param')
    return c.json(wire(known(of, await setReaderToken(db, of, null))), 200)
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
