import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { eventStream } from '../../src/events/event-stream.ts'
import type { ServerEnv } from '../../src/server-env.ts'

type Tell = Parameters<typeof eventStream>[2]

function world(tell: Tell) {
  const closing = new AbortController()
  const options = { signal: closing.signal, onError: () => {} }
  const app = new Hono<ServerEnv>().get('/', (c) => eventStream(c, options, tell))
  return { closing, ask: async (method = 'GET') => app.fetch(new Request('http://localhost/', { method })) }
}

test('HEAD is answered with the headers of a stream, and nothing is told to nobody', async () => {
  let told = 0
  const { ask } = world(async () => {
    told++
  })
  const answer = await ask('HEAD')
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control'), answer.body]).toEqual(
    [200, 'text/event-stream', 'no-store', null],
  )
  // what GET tells comes after all that HEAD would have told
  await (await ask()).text()
  expect(told).toBe(1)
})

test('a stream that nobody reads ends when the server closes', async () => {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  let stall = () => {}
  const stalled = new Promise<void>((resolve) => {
    stall = resolve
  })
  const { ask, closing } = world(async (stream, gone) => {
    while (!gone.aborted) {
      let isWritten = false
      const written = stream.write('data: 1\n\n').then(() => {
        isWritten = true
      })
      await new Promise(setImmediate)
      if (!isWritten) stall()
      await written
    }
    end()
  })
  const answer = await ask()
  await stalled
  closing.abort()
  await ended
  await answer.body!.cancel()
})

/** A client that sends its request and reads nothing of the answer, and when the server has closed its socket. */
async function stalledClient(tell: Tell): Promise<{ closed: Promise<void> }> {
  const app = new Hono<ServerEnv>().get('/', (c) =>
    eventStream(c, { signal: new AbortController().signal, onError: () => {}, keepAliveMs: 50 }, tell),
  )
  const http = createServer(getRequestListener((request, env) => app.fetch(request, env as never)))
  const connected = once(http, 'connection')
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const client = connect((http.address() as AddressInfo).port, '127.0.0.1').pause()
  client.on('error', () => {})
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const [socket] = (await connected) as [Socket]
  onTestFinished(() => {
    client.destroy()
    http.close()
  })
  return { closed: once(socket, 'close').then(() => {}) }
}

const large = `data: ${'x'.repeat(1_000_000)}\n\n`

test('a client that reads nothing while there is something to tell is cut off, and its socket closed', async () => {
  let isGone = () => {}
  const gone = new Promise<void>((resolve) => {
    isGone = resolve
  })
  const { closed } = await stalledClient(async (stream, signal) => {
    signal.addEventListener('abort', isGone)
    while (!signal.aborted) await stream.write(large)
  })
  await gone
  await closed
})

test('the socket of a client that does not read the end of its stream is closed', async () => {
  const { closed } = await stalledClient(async (stream) => {
    for (let i = 0; i < 50; i++) void stream.write(large).catch(() => {})
  })
  await closed
})
