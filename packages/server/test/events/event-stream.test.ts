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
