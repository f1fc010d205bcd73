import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { gate } from '../support/gate.ts'
import { until } from '../support/until.ts'
import { startServer } from './misbehaving-server.ts'
import { testClient } from './test-client.ts'

const openSockets = () => process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length

test('after closing no connection and no timer is left', async () => {
  const before = openSockets()
  const server = await startServer((response) => response.end('yes'))
  const { client, request } = testClient({ lookup: async () => ['127.0.0.1'] })
  const urls = ['one', 'two', 'three'].map((name) => `http://${name}.test:${server.port}/`)
  await Promise.all([...urls, ...urls].map((url) => request(url)))
  await request(server.origin)
  await client.close()
  await server.close()
  // the server's side is closed by the system in its own time
  await until('all sockets are gone', () => openSockets() <= before)
})

test('closing ends what is running, whatever it waits for', async () => {
  const waiting = gate()
  const server = await startServer((response, { path }) => {
    if (path === '/body') response.write('beginning')
    if (server.received.length === 2) waiting.open()
  })
  const lookup = (name: string) =>
    name === 'stuck.test' ? new Promise<never>(() => {}) : Promise.resolve(['127.0.0.1'])
  const { client, fail } = testClient({ lookup })
  const failed = [
    fail(`${server.origin}/headers`),
    fail(`${server.origin}/body`),
    fail('http://stuck.test/'),
    fail('https://stuck.test/'),
  ]
  await waiting.passed
  await client.close()
  for (const error of await Promise.all(failed)) expect(error.code).toBe('client-closed')
})

test('a connection whose name is resolved after the close is not opened', async () => {
  const [asked, answer] = [gate(), gate<readonly string[]>()]
  const server = await startServer((response) => response.end())
  const lookup = () => {
    asked.open()
    return answer.passed
  }
  const { client, fail } = testClient({ lookup })
  const failed = fail(`http://late.test:${server.port}/`)
  await asked.passed
  await client.close()
  await failed
  answer.open(['127.0.0.1'])
  // a connection of this very machine that follows it would arrive later
  await testClient().request(server.origin)
  expect(server.connections()).toBe(1)
})

test('a closed client refuses requests and can be closed again', async () => {
  const server = await startServer((response) => response.end())
  const { client, fail } = testClient()
  await client.close()
  await client.close()
  expect(await fail(server.origin)).toMatchObject({ code: 'client-closed' })
  expect(server.connections()).toBe(0)
})

test('a signal that outlives its requests keeps nothing of them', async () => {
  const server = await startServer((response) => response.end())
  const { request } = testClient()
  const { signal } = new AbortController()
  await Promise.all(Array.from({ length: 5 }, () => request(server.origin, { signal })))
  expect(getEventListeners(signal, 'abort')).toEqual([])
})
