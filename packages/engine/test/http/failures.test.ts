import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { startServer } from './misbehaving-server.ts'
import { testClient } from './test-client.ts'

test('a port where nobody listens is a refused connection', async () => {
  const server = await startServer(() => {})
  await server.close()
  const error = await testClient().fail(server.origin)
  expect(error).toMatchObject({ code: 'connection-refused', cause: { code: 'ECONNREFUSED' } })
})

test('all addresses of a name can refuse', async () => {
  const server = await startServer(() => {})
  await server.close()
  const { fail } = testClient({ lookup: async () => ['127.0.0.1', '127.0.0.1'] })
  expect(await fail(`http://both.test:${server.port}/`)).toMatchObject({ code: 'connection-refused' })
})

test('a name that cannot be resolved says so and keeps the cause', async () => {
  const cause = Object.assign(new Error('getaddrinfo ENOTFOUND nowhere.test'), { code: 'ENOTFOUND' })
  const error = await testClient({ lookup: () => Promise.reject(cause) }).fail('http://nowhere.test/')
  expect(error).toMatchObject({ code: 'name-not-resolved', cause, message: expect.stringContaining('nowhere.test') })
})

test('a name without addresses is not resolved either', async () => {
  const { fail } = testClient({ lookup: async () => [] })
  expect(await fail('http://empty.test/')).toMatchObject({ code: 'name-not-resolved' })
})

test('a server without TLS behind https is a failure of TLS', async () => {
  const server = await startServer((response) => response.end())
  const error = await testClient().fail(server.origin.replace('http:', 'https:'))
  expect(error).toMatchObject({ code: 'tls-failure', cause: expect.any(Error) })
})

test('a connection that is reset before the headers is lost', async () => {
  const server = await startServer((response) => response.socket?.resetAndDestroy())
  const error = await testClient().fail(server.origin)
  expect(error).toMatchObject({ code: 'connection-lost', cause: expect.any(Error) })
})

test.each([
  ['a body of announced length', { 'content-length': '100000' }],
  ['a body in chunks', {}],
  ['a compressed body', { 'content-encoding': 'gzip' }],
])('a connection that is reset in the middle of %s is lost', async (_, headers) => {
  const server = await startServer((response) => {
    response.writeHead(200, headers).write(Buffer.from('1f8b0800000000000003', 'hex'))
    // once the client has read so far, it must not take it for all
    setImmediate(() => response.socket?.resetAndDestroy())
  })
  const error = await testClient().fail(server.origin)
  expect(error).toMatchObject({ code: 'connection-lost', cause: expect.any(Error) })
})

test.each([
  ['before its announced length', 'content-length: 100\r\n\r\nshort'],
  ['before its announced length, as the last one', 'connection: close\r\ncontent-length: 100\r\n\r\nshort'],
  ['without its last chunk', 'transfer-encoding: chunked\r\n\r\n5\r\nshort\r\n'],
  ['in a chunk, as the last one', 'connection: close\r\ntransfer-encoding: chunked\r\n\r\n9\r\nshort'],
])('a body that ends %s is not taken for complete', async (_, rest) => {
  const server = await startServer((response) => response.socket?.end(`HTTP/1.1 200 OK\r\n${rest}`))
  expect(['connection-lost', 'broken-response']).toContain((await testClient().fail(server.origin)).code)
})

test('a body without a length ends with its connection', async () => {
  const server = await startServer((response) => response.socket?.end('HTTP/1.1 200 OK\r\n\r\nall of it'))
  expect((await testClient().request(server.origin)).text()).toBe('all of it')
})

test('what is sent beyond the announced length is not taken for the next answer', async () => {
  const smuggled = 'HTTP/1.1 200 OK\r\ncontent-length: 8\r\n\r\nsmuggled'
  const server = await startServer((response, { path }) => {
    if (path === '/lie') response.socket?.write(`HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nshort${smuggled}`)
    else response.end('genuine')
  })
  const { request } = testClient()
  expect((await request(`${server.origin}/lie`)).text()).toBe('short')
  expect((await request(`${server.origin}/next`)).text()).toBe('genuine')
})

test.each([
  ['no HTTP', 'hello there\r\n\r\n'],
  ['of no status', 'HTTP/1.1 OK OK\r\ncontent-length: 5\r\n\r\nhello'],
  ['headers without end', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}`],
])('an answer that is %s is broken', async (_, text) => {
  const server = await startServer((response) => response.socket?.write(text))
  expect(await testClient().fail(server.origin)).toMatchObject({ code: 'broken-response' })
})

test.each(['content-length: 6', 'transfer-encoding: chunked'])('a length and %s are no answer', async (other) => {
  const server = await startServer((response) => {
    response.socket?.write(`HTTP/1.1 200 OK\r\ncontent-length: 5\r\n${other}\r\n\r\nhello!`)
  })
  const error = await testClient().fail(server.origin)
  expect(error).toMatchObject({ cause: { code: 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' } })
})

test.each([
  ['connection-lost', undefined],
  ['broken-response', 'set-cookie: geheim\r\nbroken header geheim'],
  ['unknown-encoding', 'content-encoding: geheim\r\ncontent-length: 0'],
  ['redirect-refused', 'location: ftp://geheim/\r\ncontent-length: 0'],
  ['request-timeout', 'x-beginning: geheim'],
])('an error of %s shows neither headers, nor path or query, however deep one looks', async (code, answered) => {
  const server = await startServer(({ socket }) => {
    if (answered === undefined) socket?.resetAndDestroy()
    else if (code === 'request-timeout') socket?.write(`HTTP/1.1 200 OK\r\n${answered}\r\n`)
    else socket?.end(`HTTP/1.1 ${code === 'redirect-refused' ? 302 : 200} OK\r\n${answered}\r\n\r\n`)
  })
  const error = await testClient().fail(`${server.origin}/geheim?key=geheim`, {
    headers: { authorization: 'Bearer geheim', 'x-api-key': 'geheim' },
    timeoutMs: code === 'request-timeout' ? 500 : 60_000,
  })
  expect(error.code).toBe(code)
  expect(error.message).toContain(server.origin)
  expect(inspect(error, { depth: 10, showHidden: true })).not.toContain('geheim')
})
