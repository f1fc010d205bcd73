import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { eventStream } from '../../src/events/event-stream.ts'

type Tell = Parameters<typeof eventStream>[2]

function world(tell: Tell) {
  const closing = new AbortController()
  const options = { signal: closing.signal, onError: () => {} }
  const app = new Hono().get('/', (c) => eventStream(c, options, tell))
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
