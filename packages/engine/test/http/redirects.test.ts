import { expect, test } from 'vitest'
import { startServer } from './misbehaving-server.ts'
import { testClient } from './test-client.ts'

const toLoopback = { lookup: async () => ['127.0.0.1'] }

test('redirects are followed, and the answer tells the way', async () => {
  const server = await startServer((response, { path }) => {
    if (path === '/a') response.writeHead(301, { location: '/b' }).end('moved')
    else if (path === '/b') response.writeHead(307, { location: 'c?d=e#f' }).end()
    else response.end('arrived')
  })
  const answer = await testClient().request(`${server.origin}/a`)
  expect(answer).toMatchObject({ status: 200, url: `${server.origin}/c?d=e` })
  expect(answer.text()).toBe('arrived')
  expect(answer.hops).toEqual([
    { status: 301, url: `${server.origin}/a` },
    { status: 307, url: `${server.origin}/b` },
  ])
  expect(server.connections()).toBe(1)
})

test('a redirect to itself ends after the allowed number', async () => {
  const server = await startServer((response) => response.writeHead(302, { location: '/' }).end())
  const { fail } = testClient()
  expect(await fail(server.origin)).toMatchObject({ code: 'too-many-redirects' })
  expect(server.received).toHaveLength(11)
  expect(await fail(server.origin, { maxRedirects: 2 })).toMatchObject({ code: 'too-many-redirects' })
  expect(server.received).toHaveLength(14)
})

test('with no redirects allowed the first one is an error', async () => {
  const server = await startServer((response) => response.writeHead(302, { location: '/' }).end())
  expect(await testClient().fail(server.origin, { maxRedirects: 0 })).toMatchObject({ code: 'too-many-redirects' })
  expect(server.received).toHaveLength(1)
})

test('who does not want redirects to be followed gets them as answers, and nobody else is asked', async () => {
  const server = await startServer((response) => response.writeHead(302, { location: '/next' }).end('moved'))
  const answer = await testClient().request(server.origin, { redirect: 'manual' })
  expect(answer).toMatchObject({ status: 302, url: `${server.origin}/`, hops: [] })
  expect([answer.headers.get('location'), answer.text()]).toEqual(['/next', 'moved'])
  expect(server.received).toHaveLength(1)
  const never = { redirect: 'never' as 'manual' }
  expect(await testClient().fail(server.origin, never)).toMatchObject({ code: 'invalid-request' })
})

const secrets = { Authorization: 'Bearer geheim', Cookie: 'geheim', 'X-Api-Key': 'geheim', 'x-page': '2' }

test('credentials do not follow to another origin, even when it leads back', async () => {
  const origin = (host: string) => `http://${host}:${server.port}`
  const server = await startServer((response, { path }) => {
    if (path === '/first') response.writeHead(302, { location: `${origin('two.test')}/second` }).end()
    else if (path === '/second') response.writeHead(302, { location: `${origin('one.test')}/third` }).end()
    else response.end()
  })
  const { request } = testClient(toLoopback)
  await request(`${origin('one.test')}/first`, { headers: secrets, secretHeaders: ['X-API-Key'] })
  const [first, ...others] = server.received.map(({ headers }) => headers)
  expect(first).toMatchObject({ authorization: 'Bearer geheim', cookie: 'geheim', 'x-api-key': 'geheim' })
  expect(others).toMatchObject([
    { host: `two.test:${server.port}`, 'x-page': '2', 'user-agent': 'pawl-test' },
    { host: `one.test:${server.port}`, 'x-page': '2', 'user-agent': 'pawl-test' },
  ])
  expect(JSON.stringify(others)).not.toContain('geheim')
})

test('another port is another origin', async () => {
  const other = await startServer((response) => response.end())
  const server = await startServer((response) => response.writeHead(302, { location: other.origin }).end())
  await testClient().request(server.origin, { headers: secrets, secretHeaders: ['x-api-key'] })
  expect(JSON.stringify(other.received)).not.toContain('geheim')
  expect(other.received).toHaveLength(1)
})

test('credentials stay within the origin', async () => {
  const server = await startServer((response, { path }) => {
    response.writeHead(path === '/' ? 302 : 200, { location: '/next' }).end()
  })
  await testClient().request(server.origin, { headers: secrets })
  expect(server.received[1]?.headers).toMatchObject({ authorization: 'Bearer geheim', cookie: 'geheim' })
})

test('the body is sent again where the method stays, and left out where it becomes GET', async () => {
  const server = await startServer((response, { path }) => {
    const status = { '/303': 303, '/307': 307 }[path] ?? 200
    response.writeHead(status, { location: '/end' }).end()
  })
  const { request } = testClient()
  for (const path of ['/307', '/303']) {
    await request(server.origin + path, { method: 'POST', body: 'order', headers: { 'content-type': 'text/plain' } })
  }
  expect(server.received.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/307', 'order'],
    ['POST', '/end', 'order'],
    ['POST', '/303', 'order'],
    ['GET', '/end', ''],
  ])
  expect(server.received[3]?.headers['content-type']).toBeUndefined()
})

test.each([
  ['a file', 'file:///etc/passwd'],
  ['a URL with a password', 'http://somebody:geheim@example.org/'],
  ['no URL', 'http://geheim:geheim:geheim'],
])('a redirect to %s is refused', async (_, location) => {
  const server = await startServer((response) => response.writeHead(302, { location }).end())
  const error = await testClient().fail(server.origin)
  expect(error.code).toBe('redirect-refused')
  expect(error.message).not.toContain('geheim')
})

test('a redirect without a location is refused', async () => {
  const server = await startServer((response) => response.writeHead(302).end('where to?'))
  expect(await testClient().fail(server.origin)).toMatchObject({ code: 'redirect-refused' })
})

test('a location in UTF-8 leads to the page it names', async () => {
  const server = await startServer((response, { path }) => {
    const location = Buffer.from('/größe').toString('latin1')
    response.writeHead(path === '/' ? 302 : 200, { location }).end()
  })
  expect((await testClient().request(server.origin)).url).toBe(`${server.origin}/gr%C3%B6%C3%9Fe`)
})

test('the body of a redirect is not waited for beyond a small size', async () => {
  const server = await startServer((response, { path }) => {
    if (path !== '/') return response.end('arrived')
    response.writeHead(302, { location: '/next' })
    const fill = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) {}
    }
    response.on('drain', fill)
    fill()
  })
  expect((await testClient().request(server.origin)).text()).toBe('arrived')
})
