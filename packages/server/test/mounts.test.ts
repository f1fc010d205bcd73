import { createServer as createHttpServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../tools/testing/test-database.ts'
import { createServer, nodeListener } from '../src/index.ts'
import { EventSource } from './support/event-source.ts'
import { mail } from './support/jobs.ts'
import { operateToken, readToken, testPawl } from './support/test-server.ts'
import { until } from './support/until.ts'

const database = testDatabase()
const headers = { Authorization: `Bearer ${operateToken}`, 'Content-Type': 'application/json' }

function pawlServer() {
  const pawl = testPawl(database, { jobs: [mail] })
  const server = createServer({ pawl, db: database.pool, token: operateToken, basePath: '/pawl', pollMs: 20 })
  onTestFinished(() => server.close())
  return server
}

async function listen(listener: RequestListener): Promise<string> {
  const http = createHttpServer(listener)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void http.close())
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}

/** What has to work wherever the server is mounted: JSON in and out, links, pages, streams, problems. */
async function works(at: string): Promise<void> {
  const body = JSON.stringify({ type: 'mail.send', body: { to: 'ada' } })
  const answer = await fetch(`${at}/pawl/api/jobs`, { method: 'POST', headers, body })
  expect(answer.status).toBe(202)
  const { id } = (await answer.json()) as { id: string }
  expect(answer.headers.get('location')).toBe(`/pawl/api/jobs/${id}`)
  expect(await (await fetch(`${at}/pawl/api/jobs/${id}`, { headers })).json()).toMatchObject({ id, status: 'pending' })
  expect((await fetch(`${at}/pawl/health`)).status).toBe(200)
  expect((await fetch(`${at}/api/jobs/${id}`, { headers })).status).toBe(404)
  const refused = await fetch(`${at}/pawl/api/jobs`, { method: 'POST', headers, body: '{' })
  expect([refused.status, refused.headers.get('content-type')]).toEqual([400, 'application/problem+json'])
  expect((await fetch(`${at}/pawl/api/jobs`)).status).toBe(401)
  expect(await (await fetch(`${at}/pawl/`)).text()).toContain('action="/pawl/login"')
  const source = new EventSource((more, signal) =>
    fetch(`${at}/pawl/api/events`, { headers: { ...headers, ...more }, signal }),
  )
  await until('the stream has begun', () => source.events.length > 0)
  await source.cut()
}

test('it mounts in Express, beside other routes', async () => {
  const app = express()
  app.get('/own', (_, response) => response.end('own'))
  app.use('/pawl', nodeListener(pawlServer()))
  const url = await listen(app)
  expect(await (await fetch(`${url}/own`)).text()).toBe('own')
  await works(url)
})

test('it mounts in Fastify, beside other routes', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  const listener = nodeListener(pawlServer())
  app.get('/own', async () => 'own')
  app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
      scope.all('/*', (request, reply) => {
        reply.hijack()
        void listener(request.raw, reply.raw)
      })
    },
    { prefix: '/pawl' },
  )
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  expect(await (await fetch(`${url}/own`)).text()).toBe('own')
  await works(url)
})

/** What Next's app router hands to a route handler: a subclass of Request behind a proxy, whose functions are bound. */
class NextLikeRequest extends Request {
  readonly nextUrl = new URL(this.url)
}
const asNextDoes = (request: Request) =>
  new Proxy(request, {
    get(target, name) {
      const value = Reflect.get(target, name, target) as unknown
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

test('its fetch is a route handler of Next, for each method', async () => {
  const server = pawlServer()
  // app/pawl/[[...path]]/route.ts
  const route = { GET: server.fetch, POST: server.fetch, PATCH: server.fetch }
  const ask = (method: keyof typeof route, path: string, body?: string) => {
    const request = new NextLikeRequest(`https://example.test${path}`, { method, headers, ...(body && { body }) })
    const segments = path.split('/').slice(2)
    return route[method](asNextDoes(request), { params: Promise.resolve({ path: segments }) })
  }
  const answer = await ask('POST', '/pawl/api/jobs', JSON.stringify({ type: 'mail.send', body: { to: 'ada' } }))
  expect(answer.status).toBe(202)
  expect((await ask('GET', answer.headers.get('location')!)).status).toBe(200)
  expect((await ask('PATCH', '/pawl/api/sources/nobody', '{"requestsPerMinute":1}')).status).toBe(404)
  expect((await ask('POST', '/pawl/api/jobs', '{')).status).toBe(400)
  const login = await route.GET(asNextDoes(new NextLikeRequest(server.loginLink('https://example.test'))), {})
  expect(login.headers.get('location')).toBe('/pawl/')
  expect(login.headers.get('set-cookie')).toMatch(/; Path=\/pawl; .*Secure/)
  const events = (await ask('GET', '/pawl/api/events')).body!.getReader()
  expect(new TextDecoder().decode((await events.read()).value)).toBe('retry: 2000\n\n')
  await events.cancel()
})

test('a server with a base path answers nothing outside of it', async () => {
  const server = pawlServer()
  const status = async (path: string) =>
    (await server.fetch(new Request(`http://localhost${path}`, { headers }))).status
  expect(await status('/pawl/api/sources')).toBe(200)
  expect(await status('/api/sources')).toBe(404)
  expect(await status('/')).toBe(404)
  expect(await status('/health')).toBe(404)
  expect(await status('/pawlish/api/sources')).toBe(404)
})

test('where nobody tells the address of a client, one that asks too often does not shut out the others', async () => {
  const tokens = [
    { token: operateToken, role: 'operate' },
    { token: readToken, role: 'read' },
  ] as const
  const pawl = testPawl(database)
  const server = createServer({ pawl, db: database.pool, tokens, rateLimit: { perSecond: 0.001, burst: 2 } })
  onTestFinished(() => server.close())
  const status = async (token: string, env = {}) => {
    const request = new Request('http://localhost/api/sources', { headers: { Authorization: `Bearer ${token}` } })
    return (await server.fetch(request, env)).status
  }
  for (const expected of [200, 200, 429]) expect(await status(operateToken)).toBe(expected)
  for (const expected of [200, 200, 429]) expect(await status(readToken)).toBe(expected)
  // who guesses has one line, whatever is guessed
  for (const [i, expected] of [401, 401, 429].entries()) expect(await status(`a-guess-of-somebody-${i}`)).toBe(expected)
  for (const expected of [200, 200, 429]) expect(await status(readToken, { address: '203.0.113.7' })).toBe(expected)
  expect(await status(readToken, { address: '203.0.113.8' })).toBe(200)
})
