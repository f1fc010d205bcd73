import { defineApp, ProblemError } from '@pawl/app'
import { createRoute, decodeCursor, encodeCursor, json, newRoutes, problems, z } from '@pawl/app/api'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../tools/testing/test-database.ts'
import { createServer, type ServerOptions, serve } from '../../src/index.ts'
import { EventSource } from '../support/event-source.ts'
import { operateToken, testPawl, testServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

const database = testDatabase()

const list = createRoute({
  ...{ method: 'get', path: '/pages', tags: ['pages'], summary: 'Pages of a book' },
  request: {
    query: z.strictObject({ after: z.string().optional(), limit: z.coerce.number().int().min(1).max(9).default(2) }),
  },
  responses: {
    200: json(z.strictObject({ pages: z.array(z.number()), next: z.string() }), 'A page'),
    ...problems(400),
  },
})

const book = defineApp({
  name: 'book',
  title: 'A book',
  jobs: [],
  routes: ({ stream, pollMs, url }) => {
    const routes = newRoutes()
    routes.get('/link', (c) => c.text(url()))
    routes.openapi(list, (c) => {
      const { after, limit } = c.req.valid('query')
      const from = after === undefined ? 0 : decodeCursor(after, z.strictObject({ page: z.number() })).page
      const pages = Array.from({ length: limit }, (_, i) => from + i + 1)
      return c.json({ pages, next: encodeCursor({ page: pages.at(-1)! }) }, 200)
    })
    routes.get('/torn', () => {
      throw new ProblemError(409, 'page-torn', 'the page is torn')
    })
    routes.get('/open/secret', (c) => c.json('behind the guard'))
    routes.get('/read', (c) =>
      stream(c, async (out, gone) => {
        await out.writeSSE({ id: '7', data: JSON.stringify({ pollMs }) })
        await new Promise((resolve) => gone.addEventListener('abort', resolve))
      }),
    )
    return routes
  },
  openRoutes: () =>
    new Hono()
      .get('/cover/:token', (c) => {
        if (c.req.param('token') === 'known') return c.text('a cover')
        throw new ProblemError(404, 'not-found', 'there is nothing at this address')
      })
      .post('/cover/:token', (c) => c.text('drawn over')),
})
const closed = defineApp({ name: 'bookshop', title: 'Has nothing open', jobs: [], routes: () => new Hono() })
const apps = [book, closed]

test('routes of an application check, page and fail like those of the server, and are described', async () => {
  const { ask } = await testServer(database, { server: { apps } })
  const first = (await (await ask('/api/book/pages')).json()) as { next: string }
  expect(first).toEqual({ pages: [1, 2], next: expect.any(String) })
  expect(await (await ask(`/api/book/pages?after=${first.next}`)).json()).toMatchObject({ pages: [3, 4] })
  for (const query of ['limit=10', 'after=x', 'colour=red']) {
    const answer = await ask(`/api/book/pages?${query}`)
    expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ code: 'invalid-request' })])
  }
  const torn = await ask('/api/book/torn')
  expect([torn.status, await torn.json()]).toEqual([409, expect.objectContaining({ code: 'page-torn' })])
  const { paths } = (await (await ask('/api/openapi.json')).json()) as { paths: object }
  expect(paths).toHaveProperty(['/book/pages', 'get'])
})

test('routes are loaded when the server starts, and requests wait for them', async () => {
  const loaded = Promise.resolve(new Hono().get('/map', (c) => c.text('a map')))
  let load = () => {}
  const asked = new Promise<void>((resolve) => {
    load = resolve
  })
  const app = defineApp({ name: 'atlas', title: 'Atlas', jobs: [], routes: () => asked.then(() => loaded) })
  const server = createServer({ pawl: testPawl(database), db: database.pool, token: operateToken, apps: [app] })
  const answer = server.fetch(new Request('http://localhost/health'))
  load()
  expect((await answer).status).toBe(200)
  const headers = { Authorization: `Bearer ${operateToken}` }
  const map = await server.fetch(new Request('http://localhost/api/atlas/map', { headers }))
  expect(await map.text()).toBe('a map')
})

test('a server whose routes cannot be loaded does not listen, and answers 500 where it is mounted', async () => {
  const reason = new Error('no such module')
  const app = defineApp({ name: 'atlas', title: 'Atlas', jobs: [], routes: () => Promise.reject(reason) })
  const logged: unknown[] = []
  const onError = (error: unknown) => logged.push(error)
  const server = createServer({
    pawl: testPawl(database),
    db: database.pool,
    token: operateToken,
    apps: [app],
    onError,
  })
  await expect(serve(server, { port: 0 })).rejects.toBe(reason)
  expect((await server.fetch(new Request('http://localhost/health'))).status).toBe(500)
  expect(logged).toEqual([reason])
})

test('what is open needs no token, can only be looked at, and opens nothing beside itself', async () => {
  const { ask } = await testServer(database, { server: { apps } })
  const stranger = (path: string, method = 'GET') => ask(path, { method, token: null })
  const cover = await stranger('/api/book/open/cover/known')
  expect([cover.status, await cover.text()]).toEqual([200, 'a cover'])
  expect((await stranger('/api/book/open/cover/other')).status).toBe(404)
  expect((await stranger('/api/book/open/cover/known', 'POST')).status).toBe(401)
  // of the same path, and not open: it is not reached by anybody
  for (const token of [null, undefined]) {
    expect((await ask('/api/book/open/secret', token === null ? { token } : {})).status).toBe(404)
  }
  for (const path of [
    ...['/api/book/pages', '/api/book/open', '/api/book/opener', '/api/bookshop/open/cover/known', '/api/jobs/open/x'],
    ...[
      '/api/book/open/../pages',
      '/api/book/open/%2e%2e/pages',
      '//api/book/open/cover/known',
      '/API/book/open/cover/known',
    ],
  ]) {
    expect([path, (await stranger(path)).status]).toEqual([path, 401])
  }
  expect((await stranger('/api/book/open/..%2fpages')).status).toBe(404)
})

test('a stream of an application ends when the server closes, and learns when its client goes', async () => {
  const { ask, close } = await testServer(database, { server: { apps, pollMs: 20 } })
  const listen = () => new EventSource((headers, signal) => ask('/api/book/read', { headers, signal }))
  const [gone, staying] = [listen(), listen()]
  await until('both were told', () => gone.events.length + staying.events.length === 2)
  expect(staying.events).toEqual([{ event: 'message', id: '7', data: { pollMs: 20 } }])
  await gone.cut()
  await close()
  await staying.ended
})

test('open routes that are no function are refused', () => {
  expect(() => defineApp({ ...closed, openRoutes: {} as never })).toThrow(/openRoutes of 'bookshop' must be a function/)
})

test('links of an application are made of the address of the server, and never of the Host header', async () => {
  const at = async (server: Partial<ServerOptions>) => {
    const { ask, url } = await testServer(database, { server: { apps: [book], ...server } })
    const path = `${server.basePath ?? ''}/api/book/link`
    const answer = await ask(path, { headers: { 'X-Forwarded-Host': 'evil.example' } })
    return (await answer.text()).replace(url, 'LISTENING')
  }
  expect(await at({})).toBe('LISTENING')
  expect(await at({ basePath: '/jobs' })).toBe('LISTENING/jobs')
  expect(await at({ publicUrl: 'https://pawl.example.com', basePath: '/jobs' })).toBe('https://pawl.example.com/jobs')
})
