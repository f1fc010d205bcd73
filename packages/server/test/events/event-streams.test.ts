import { expect, test } from 'vitest'
import { testDatabase } from '../../../../tools/testing/test-database.ts'
import { readToken, testServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

const database = testDatabase()

test('a token has a limited number of event streams, and a place again when one has ended', async () => {
  const { ask } = await testServer(database, { server: { maxStreams: 2, pollMs: 20 } })
  const open = async (token?: string) => {
    const controller = new AbortController()
    const answer = await ask('/api/events', { signal: controller.signal, ...(token && { token }) })
    return { answer, close: () => controller.abort() }
  }
  const streams = [await open(), await open()]
  expect(streams.map(({ answer }) => answer.status)).toEqual([200, 200])
  const refused = await open()
  expect([refused.answer.status, refused.answer.headers.get('retry-after')]).toEqual([429, '10'])
  expect(await refused.answer.json()).toMatchObject({ code: 'too-many-streams' })
  // HEAD opens none, and another token has its own
  expect((await ask('/api/events', { method: 'HEAD' })).status).toBe(200)
  const other = await open(readToken)
  expect(other.answer.status).toBe(200)
  streams[0]!.close()
  const next = await until('a place is free', async () => {
    const again = await open()
    return again.answer.status === 200 && again
  })
  for (const { close } of [...streams, other, next]) close()
})
