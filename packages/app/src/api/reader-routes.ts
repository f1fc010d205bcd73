import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import type { BlankEnv } from 'hono/types'
import type { AppRouteServices } from '../app.ts'
import { inTransaction } from '../in-transaction.ts'
import { nameTaken, type ReadersTable } from '../readers/readers-table.ts'
import { idAfter, nextAfter } from './by-id.ts'
import { newRoutes } from './new-routes.ts'
import { json, jsonBody, problems } from './responses.ts'
import { name as anyName, id, instant, next, page } from './schemas.ts'

export type ReaderRoutesOptions<Extra extends object> = {
  readonly readers: ReadersTable<Extra>
  readonly tag: string
  /** The name of a reader's schema in the description of the server. */
  readonly component: string
  /** What a name may be. Default: 1 to 200 characters. */
  readonly name?: z.ZodType<string>
  /** The fields of a reader beside those that all have, and their values where a new reader is given none. */
  readonly fields?: z.ZodRawShape
  readonly defaults: Extra
  /** The address that opens with a token. */
  readonly urlOf: (token: string) => string
}

/** The routes under `/readers`: list, add, show, change, remove, and tokens. */
export function readerRoutes<Extra extends object>(
  { db }: Pick<AppRouteServices, 'db'>,
  options: ReaderRoutesOptions<Extra>,
): OpenAPIHono<BlankEnv> {
  const { readers, defaults, urlOf } = options
  const { list, add, show, change, renew, close, remove } = describe(options)
  const withToken = ({ reader, token }: { reader: object; token: string }) => ({ reader, token, url: urlOf(token) })
  const routes = newRoutes()
  routes.openapi(list, async (c) => {
    const { after, limit } = c.req.valid('query')
    const rows = await readers.list(db, idAfter(after), limit)
    return c.json({ readers: rows, next: nextAfter(rows, limit) } as never, 200)
  })
  routes.openapi(add, async (c) => {
    const given = { ...defaults, ...c.req.valid('json') } as unknown as { name: string } & Extra
    const added = await inTransaction(db, async (tx) => {
      const reader = await readers.add(tx, given)
      return reader && readers.renewToken(tx, reader.id)
    })
    if (added === undefined) throw nameTaken(given.name)
    return c.json(withToken(added) as never, 201)
  })
  routes.openapi(show, async (c) => c.json((await readers.get(db, c.req.valid('param').id)) as never, 200))
  routes.openapi(change, async (c) => {
    const given = c.req.valid('json') as Partial<{ name: string } & Extra>
    return c.json((await readers.change(db, c.req.valid('param').id, given)) as never, 200)
  })
  routes.openapi(renew, async (c) =>
    c.json(withToken(await readers.renewToken(db, c.req.valid('param').id)) as never, 200),
  )
  routes.openapi(close, async (c) => c.json((await readers.removeToken(db, c.req.valid('param').id)) as never, 200))
  routes.openapi(remove, async (c) => {
    await readers.remove(db, c.req.valid('param').id)
    return c.body(null, 204)
  })
  return routes
}

function describe<Extra extends object>({ tag, component, name = anyName, fields = {} }: ReaderRoutesOptions<Extra>) {
  const tags = [tag]
  const request = { params: z.strictObject({ id }) }
  const optional = z.object(fields).partial().shape
  const reader = z
    .strictObject({ id: z.number().int(), name: z.string(), ...fields, hasToken: z.boolean(), createdAt: instant })
    .openapi(component)
  const withToken = z.strictObject({
    reader,
    token: z.string().openapi({ description: 'shown once: the server keeps its hash alone' }),
    url: z.string().openapi({ description: 'with the token in it' }),
  })
  return {
    list: createRoute({
      ...{ method: 'get', path: '/readers', tags, summary: 'All readers' },
      request: { query: z.strictObject(page) },
      responses: { 200: json(z.strictObject({ readers: z.array(reader), next }), 'A page of them'), ...problems(400) },
    }),
    add: createRoute({
      ...{ method: 'post', path: '/readers', tags, summary: 'A new reader, with a token' },
      request: jsonBody(z.strictObject({ name, ...optional })),
      responses: { 201: json(withToken, 'The reader and the token'), ...problems(400, 403, 409, 413, 415) },
    }),
    show: createRoute({
      ...{ method: 'get', path: '/readers/{id}', tags, summary: 'One reader' },
      request,
      responses: { 200: json(reader, 'The reader'), ...problems(404) },
    }),
    change: createRoute({
      ...{ method: 'patch', path: '/readers/{id}', tags, summary: 'Change a reader; what is left out stays' },
      request: { ...request, ...jsonBody(z.strictObject({ name: name.optional(), ...optional })) },
      responses: { 200: json(reader, 'The reader as it is now'), ...problems(400, 403, 404, 409, 413, 415) },
    }),
    renew: createRoute({
      ...{ method: 'post', path: '/readers/{id}/token', tags, summary: 'A new token in the place of the one before' },
      request,
      responses: { 200: json(withToken, 'The new token; the one before opens nothing'), ...problems(403, 404) },
    }),
    close: createRoute({
      ...{ method: 'delete', path: '/readers/{id}/token', tags, summary: 'Remove the token' },
      request,
      responses: { 200: json(reader, 'The reader, without a token'), ...problems(403, 404) },
    }),
    remove: createRoute({
      ...{ method: 'delete', path: '/readers/{id}', tags, summary: 'Remove a reader, with all that belongs to it' },
      request,
      responses: { 204: { description: 'The reader is removed' }, ...problems(403, 404) },
    }),
  }
}
