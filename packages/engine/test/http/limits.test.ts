import type { ServerResponse } from 'node:http'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { gate } from '../support/gate.ts'
import { until } from '../support/until.ts'
import { startServer } from './misbehaving-server.ts'
import { testClient } from './test-client.ts'

const mebibyte = 1024 * 1024

/** Writes until the client hangs up, and returns how many bytes were taken. */
async function writeForEver(response: ServerResponse, chunk: Uint8Array): Promise<number> {
  let bytes = 0
  const closed = new Promise((resolve) => response.on('close', resolve))
  while (!response.destroyed) {
    bytes += chunk.length
    if (!response.write(chunk)) await Promise.race([closed, new Promise((resolve) => response.once('drain', resolve))])
  }
  return bytes
}

test('a body of exactly the allowed size is read, and one byte more is not', async () => {
  const server = await startServer((response, { path }) => {
    response.writeHead(200, { 'content-encoding': path.slice(1) })
    response.write(path === '/gzip' ? gzipSync(Buffer.alloc(5_000)) : Buffer.alloc(5_000))
    response.end()
  })
  const { request, fail } = testClient()
  for (const path of ['/identity', '/gzip']) {
    expect((await request(server.origin + path, { maxBytes: 5_000 })).body).toHaveLength(5_000)
    expect(await fail(server.origin + path, { maxBytes: 4_999 })).toMatchObject({ code: 'response-too-large' })
  }
})

test('an endless body is cut off, and the connection with it', async () => {
  const sent = gate<number>()
  const server = await startServer(async (response) => sent.open(await writeForEver(response, Buffer.alloc(65_536))))
  expect(await testClient().fail(server.origin, { maxBytes: mebibyte })).toMatchObject({ code: 'response-too-large' })
  // what the buffers of two sockets hold comes on top
  expect(await sent.passed).toBeLessThan(64 * mebibyte)
})

test('a body that is announced as too large is not waited for, and its connection is ended', async () => {
  const hungUp = gate()
  const server = await startServer((response) => {
    response.on('close', () => hungUp.open())
    response.writeHead(200, { 'content-length': '1001' }).flushHeaders()
  })
  expect(await testClient().fail(server.origin, { maxBytes: 1_000 })).toMatchObject({ code: 'response-too-large' })
  await hungUp.passed
})

/** A gibibyte of zeros as 64 members of gzip, made in a moment. */
const gzipBomb = () => Buffer.concat(Array(64).fill(gzipSync(Buffer.alloc(16 * mebibyte))))

test.each([
  ['gzip', gzipBomb],
  ['deflate', () => deflateSync(Buffer.alloc(256 * mebibyte), { level: 1 })],
  ['br', () => brotliCompressSync(Buffer.alloc(256 * mebibyte), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ['gzip, gzip', () => gzipSync(gzipBomb())],
])('a bomb in %s is cut off within little memory', async (encoding, makeBomb) => {
  const bomb = makeBomb()
  const server = await startServer((response) => response.writeHead(200, { 'content-encoding': encoding }).end(bomb))
  const { fail } = testClient()
  const before = process.memoryUsage.rss()
  let highest = before
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss())
  }, 1)
  const error = await fail(server.origin, { maxBytes: 8 * mebibyte }).finally(() => clearInterval(watch))
  expect(error.code).toBe('response-too-large')
  expect(Math.max(highest, process.memoryUsage.rss()) - before).toBeLessThan(128 * mebibyte)
})

test('a body that comes byte by byte is read', async () => {
  // each byte is a chunk of its own
  const wire = Buffer.from('1\r\na\r\n'.repeat(500_000))
  const server = await startServer((response) => {
    response.socket?.end(
      Buffer.concat([
        Buffer.from('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'),
        wire,
        Buffer.from('0\r\n\r\n'),
      ]),
    )
  })
  expect((await testClient().request(server.origin)).body).toHaveLength(500_000)
})

test('a server that never answers ends in a timeout', async () => {
  const server = await startServer(() => {})
  const error = await testClient().fail(server.origin, { timeoutMs: 50 })
  expect(error).toMatchObject({ code: 'request-timeout', message: expect.stringContaining('50 ms') })
})

test('a body that never ends by trickling ends in a timeout, because the limit is for the whole', async () => {
  const server = await startServer((response) => {
    const trickle = setInterval(() => response.write('a'), 5)
    response.on('close', () => clearInterval(trickle))
  })
  expect(await testClient().fail(server.origin, { timeoutMs: 500 })).toMatchObject({ code: 'request-timeout' })
})

test('a name that is never resolved ends in a timeout', async () => {
  const { fail } = testClient({ lookup: () => new Promise(() => {}) })
  expect(await fail('http://slow.test/', { timeoutMs: 50 })).toMatchObject({ code: 'request-timeout' })
})

test('redirects do not prolong the time', async () => {
  const server = await startServer((response, { path }) => {
    if (path === '/') response.writeHead(302, { location: '/stuck' }).end()
  })
  expect(await testClient().fail(server.origin, { timeoutMs: 500 })).toMatchObject({ code: 'request-timeout' })
})

test('a connection that takes too long is given up before the request is', async () => {
  const { fail } = testClient({ lookup: () => new Promise(() => {}), connectTimeoutMs: 50 })
  const error = await fail('http://slow.test/', { timeoutMs: 600_000 })
  expect(error).toMatchObject({ code: 'request-timeout', cause: { code: 'UND_ERR_CONNECT_TIMEOUT' } })
})

test('a request that was aborted beforehand is not sent', async () => {
  const server = await startServer((response) => response.end())
  const reason = new Error('no longer wanted')
  const error = await testClient().fail(server.origin, { signal: AbortSignal.abort(reason) })
  expect(error).toMatchObject({ code: 'request-aborted', cause: reason })
  expect(server.connections()).toBe(0)
})

test.each(['headers', 'body'])('an abort ends the wait for %s, and the connection', async (part) => {
  const [waiting, hungUp] = [gate(), gate()]
  const server = await startServer((response) => {
    response.on('close', () => hungUp.open())
    if (part === 'body') response.write('beginning')
    waiting.open()
  })
  const controller = new AbortController()
  const failed = testClient().fail(server.origin, { signal: controller.signal })
  await waiting.passed
  controller.abort()
  expect(await failed).toMatchObject({ code: 'request-aborted' })
  await hungUp.passed
})

test('a request that was aborted while its name was looked up is never sent', async () => {
  const [asked, answer] = [gate(), gate<readonly string[]>()]
  const server = await startServer((response) => response.end())
  const lookup = (hostname: string) => {
    if (hostname === 'slow.test') asked.open()
    return hostname === 'slow.test' ? answer.passed : Promise.resolve(['127.0.0.1'])
  }
  const { fail } = testClient({ lookup })
  const controller = new AbortController()
  const failed = fail(`http://slow.test:${server.port}/`, { signal: controller.signal })
  await asked.passed
  controller.abort()
  expect(await failed).toMatchObject({ code: 'request-aborted' })
  answer.open(['127.0.0.1'])
  await until('the connection is there', () => server.connections() === 1)
  await testClient({ lookup }).request(`http://other.test:${server.port}/`)
  expect(server.received.map(({ headers }) => headers.host)).toEqual([`other.test:${server.port}`])
})
