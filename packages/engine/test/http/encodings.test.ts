import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startServer, type TestServer } from './misbehaving-server.ts'
import { testClient } from './test-client.ts'

const page = 'Chapter 12: the storm. '.repeat(5_000)

const serve = (encoding: string, body: Uint8Array): Promise<TestServer> =>
  startServer((response) => response.writeHead(200, { 'content-encoding': encoding }).end(body))

test.each([
  ['gzip', gzipSync(page)],
  ['x-gzip', gzipSync(page)],
  ['GZIP', gzipSync(page)],
  ['gzip', Buffer.concat([gzipSync(page.slice(0, 50_000)), gzipSync(page.slice(50_000))])],
  ['deflate', deflateSync(page)],
  ['deflate', deflateRawSync(page)],
  ['br', brotliCompressSync(page)],
  ['identity', Buffer.from(page)],
  ['', Buffer.from(page)],
  ['gzip, br', brotliCompressSync(gzipSync(page))],
  ['identity, gzip', gzipSync(page)],
])('a body in %s is decoded', async (encoding, body) => {
  const server = await serve(encoding, body)
  const answer = await testClient().request(server.origin)
  expect(answer.text()).toBe(page)
  expect(answer.bytes).toBe(body.length)
})

test('a compressed body that comes byte by byte is decoded', async () => {
  const server = await startServer(async (response) => {
    response.writeHead(200, { 'content-encoding': 'deflate' })
    for (const byte of deflateSync('twelve')) await new Promise((resolve) => response.write(Buffer.of(byte), resolve))
    response.end()
  })
  expect((await testClient().request(server.origin)).text()).toBe('twelve')
})

test.each(['gzip', 'deflate', 'br'])('an empty body in %s is empty', async (encoding) => {
  const server = await serve(encoding, new Uint8Array())
  expect((await testClient().request(server.origin)).body).toHaveLength(0)
})

test.each(['compress', 'zstd', 'gzip, rot13', '__proto__', Array(6).fill('gzip').join()])(
  'a body in %s is an error',
  async (encoding) => {
    const server = await serve(encoding, Buffer.from(page))
    expect(await testClient().fail(server.origin)).toMatchObject({ code: 'unknown-encoding' })
  },
)

test.each([
  ['gzip', gzipSync(page)],
  ['deflate', deflateSync(page)],
  ['deflate', deflateRawSync(page)],
  ['br', brotliCompressSync(page)],
])('a body in %s that ends too early is an error', async (encoding, body) => {
  const server = await serve(encoding, body.subarray(0, body.length - 5))
  const error = await testClient().fail(server.origin)
  expect(error).toMatchObject({ code: 'broken-response', cause: expect.any(Error) })
})

test.each(['gzip', 'deflate', 'br'])('a body that is not in %s as it claims is an error', async (encoding) => {
  const server = await serve(encoding, Buffer.from('\xff\xff<html>plain</html>', 'latin1'))
  expect(await testClient().fail(server.origin)).toMatchObject({ code: 'broken-response' })
})

test('what follows a complete compressed body is left alone', async () => {
  const server = await serve('gzip', Buffer.concat([gzipSync('complete'), Buffer.alloc(100_000)]))
  expect((await testClient().request(server.origin)).text()).toBe('complete')
})

test('after a broken body the client goes on', async () => {
  const bodies = [gzipSync(page).subarray(0, 50), gzipSync(page)]
  const server = await startServer((response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bodies.shift())
  })
  const { request, fail } = testClient()
  await fail(server.origin)
  expect((await request(server.origin)).text()).toBe(page)
})
