import { expect, test } from 'vitest'
import type { RequestOptions } from '../../src/http/request-options.ts'
import { startServer } from './misbehaving-server.ts'
import { testClient } from './test-client.ts'

test('an answer has a status, headers, the body and where it came from', async () => {
  const server = await startServer((response) => {
    response.writeHead(201, { 'x-kind': 'chapter', 'set-cookie': ['a=1', 'b=2'] }).end('{"chapter":12}')
  })
  const { request } = testClient()
  const answer = await request(`${server.origin}/chapters?after=11#end`)
  expect(answer.durationMs).toBeGreaterThan(0)
  expect(answer).toMatchObject({ status: 201, bytes: 14, hops: [], url: `${server.origin}/chapters?after=11` })
  expect(answer.body).toEqual(new TextEncoder().encode('{"chapter":12}'))
  expect(answer.headers.get('X-Kind')).toBe('chapter')
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(answer.text()).toBe('{"chapter":12}')
  expect(answer.json()).toEqual({ chapter: 12 })
  expect(server.received).toMatchObject([{ method: 'GET', path: '/chapters?after=11', body: '' }])
})

test('every status is an answer, also one of failure', async () => {
  const server = await startServer((response) => response.writeHead(503, { 'retry-after': '7' }).end('later'))
  const answer = await testClient().request(server.origin)
  expect([answer.status, answer.headers.get('retry-after'), answer.text()]).toEqual([503, '7', 'later'])
})

test.each([
  ['a text', 'größer'],
  ['bytes', new TextEncoder().encode('größer')],
  ['a part of a larger buffer', new TextEncoder().encode('is größer than').subarray(3, 11)],
])('%s is sent as the body', async (_, body) => {
  const server = await startServer((response) => response.end())
  await testClient().request(server.origin, { method: 'post', body, headers: { 'Content-Type': 'text/plain' } })
  expect(server.received).toMatchObject([
    { method: 'POST', body: 'größer', headers: { 'content-type': 'text/plain', 'content-length': '8' } },
  ])
})

test('the user agent and the encodings that are understood are always sent', async () => {
  const server = await startServer((response) => response.end())
  await testClient().request(server.origin, { userAgent: 'pawl (+mail@example.org)' })
  expect(server.received[0]?.headers).toMatchObject({
    'user-agent': 'pawl (+mail@example.org)',
    'accept-encoding': 'gzip, deflate, br',
    host: `127.0.0.1:${server.port}`,
  })
})

test.each([
  ['a HEAD', 'HEAD', 200],
  ['a 204', 'GET', 204],
  ['a 304', 'GET', 304],
])('%s has no body, whatever its headers say', async (_, method, status) => {
  const server = await startServer((response) => {
    const headers = { 'content-encoding': 'gzip', ...(status === 204 ? {} : { 'content-length': '999999999' }) }
    response.writeHead(status, headers).end()
  })
  const { request } = testClient()
  for (const _ of [1, 2]) {
    expect(await request(server.origin, { method, maxBytes: 10 })).toMatchObject({ status, body: new Uint8Array() })
  }
})

test('text is read in the charset of the answer, and JSON always as UTF-8', async () => {
  const charsets: Record<string, string> = {
    '/latin': 'text/html; charset="ISO-8859-1"',
    '/odd': 'text/html;charset=x',
  }
  const server = await startServer((response, { path }) => {
    response.setHeader('content-type', charsets[path] ?? 'text/html')
    response.end(path === '/latin' ? Buffer.from('"é"', 'latin1') : '"é"')
  })
  const { request } = testClient()
  expect((await request(`${server.origin}/latin`)).text()).toBe('"é"')
  expect((await request(`${server.origin}/odd`)).text()).toBe('"é"')
  expect((await request(server.origin)).json()).toBe('é')
})

test('a body that is no JSON is an error that says so', async () => {
  const server = await startServer((response) => response.end('<html>'))
  const answer = await testClient().request(server.origin)
  expect(() => answer.json()).toThrow(expect.objectContaining({ code: 'broken-response' }))
})

test('one connection serves requests that follow one another', async () => {
  const server = await startServer((response) => response.end('yes'))
  const { request } = testClient()
  for (const _ of [1, 2, 3]) await request(server.origin)
  expect(server.connections()).toBe(1)
})

test.each<[string, Partial<RequestOptions>]>([
  ['a URL that is none', { url: 'chapters' }],
  ['a file', { url: 'file:///etc/passwd' }],
  ['FTP', { url: 'ftp://example.org/' }],
  ['data', { url: 'data:text/plain,hello' }],
  ['a password in the URL', { url: 'http://somebody:geheim@example.org/' }],
  ['a user in the URL', { url: 'http://geheim@example.org/' }],
  ['a URL with a password that is none', { url: 'http://somebody:geheim@:80:80/' }],
  ['no user agent', { userAgent: '' }],
  ['a user agent among the headers', { headers: { 'User-Agent': 'geheim' } }],
  ['a host among the headers', { headers: { Host: 'geheim' } }],
  ['a length among the headers', { headers: { 'content-length': 'geheim' } }],
  ['a header with a line break', { headers: { authorization: 'geheim\r\nx: y' } }],
  ['a header whose name is none', { headers: { 'no name': 'geheim' } }],
  ['a method that is none', { method: 'GET /' }],
  ['the method CONNECT', { method: 'CONNECT' }],
  ['a timeout that is no number', { timeoutMs: Number.NaN }],
  ['a timeout beyond the reach of timers', { timeoutMs: 2 ** 31 }],
  ['a size that is no number', { maxBytes: Number.NaN }],
  ['a number of redirects below zero', { maxRedirects: -1 }],
])('%s is refused before anything is sent', async (_, options) => {
  const server = await startServer((response) => response.end())
  const error = await testClient().fail(server.origin, options)
  expect(error.code).toBe('invalid-request')
  expect(`${error.message} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain('geheim')
  expect(server.received).toEqual([])
})
