import { expect, test } from 'vitest'
import { type ServeOptions, type Server, serve } from '../src/index.ts'

/** A server with one request under way that is never answered. */
async function busy(options: ServeOptions) {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const server = {
    fetch: () => {
      arrive()
      return new Promise<Response>(() => {})
    },
    ready: async () => {},
    close: async () => {},
    listensAt: () => {},
    hasExplicitToken: true,
  } as unknown as Server
  const serving = await serve(server, { port: 0, ...options })
  const answer = fetch(serving.url).then(
    () => 'answered',
    () => 'cut off',
  )
  await arrived
  return { serving, answer }
}

test('a request that does not end is cut off some time after the server was told to close', async () => {
  const { serving, answer } = await busy({ graceMs: 1 })
  await serving.close()
  expect(await answer).toBe('cut off')
})

test('a request that does not end is cut off at once when the server is told to close again', async () => {
  const { serving, answer } = await busy({ graceMs: 3_600_000 })
  const closed = serving.close()
  await serving.close()
  await closed
  expect(await answer).toBe('cut off')
})
