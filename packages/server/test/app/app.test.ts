import { defineApp } from '@pawl/app'
import { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../tools/testing/test-database.ts'
import { readToken, testServer } from '../support/test-server.ts'

const database = testDatabase()

const letters = defineApp({
  name: 'old-letters',
  title: 'Letters',
  jobs: [],
  routes: ({ db }) =>
    new Hono()
      .get('/count', async (c) =>
        c.json((await db.query('select count(*)::int as count from old_letters.letter')).rows[0]),
      )
      .post('/burn', async (c) => c.json((await db.query('delete from old_letters.letter returning id')).rows))
      .post('/write', async (c) => c.json(await c.req.json()))
      .post('/garble', () => JSON.parse('{'))
      .get('/fault', () => {
        throw new Error('select secret from /etc/passwd')
      }),
})

beforeAll(async () => {
  await database.pool.query('create schema old_letters create table letter (id bigint primary key)')
})

test('its routes are under its name and behind the same access rules', async () => {
  const { ask } = await testServer(database, { server: { apps: [letters] } })
  const count = await ask('/api/old-letters/count', { token: readToken })
  expect([count.status, await count.json()]).toEqual([200, { count: 0 }])
  expect((await ask('/api/old-letters/count', { token: null })).status).toBe(401)
  expect((await ask('/api/old-letters/burn', { method: 'POST', token: readToken })).status).toBe(403)
  expect((await ask('/api/old-letters/burn', { method: 'POST' })).status).toBe(200)
})

test('what nobody foresaw in a route is told to the operator of the server and not to the client', async () => {
  const told: { error: unknown; id: string }[] = []
  const onError = (error: unknown, id: string) => void told.push({ error, id })
  const { ask } = await testServer(database, { server: { apps: [letters], onError } })
  const answer = await ask('/api/old-letters/fault')
  const text = await answer.text()
  expect(answer.status).toBe(500)
  expect(text).not.toMatch(/secret|passwd/)
  expect(told).toHaveLength(1)
  expect(text).toContain(told[0]!.id)
})

test('a body that is not JSON is the fault of the client, and what a route parses itself is not', async () => {
  const { ask } = await testServer(database, { server: { apps: [letters], onError: () => {} } })
  for (const body of ['{', '', 'dear ada']) {
    const answer = await ask('/api/old-letters/write', { method: 'POST', body })
    expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ code: 'invalid-request' })])
  }
  expect((await ask('/api/old-letters/garble', { method: 'POST', json: {} })).status).toBe(500)
})

test('two applications of one name cannot be served', async () => {
  await expect(testServer(database, { server: { apps: [letters, letters] } })).rejects.toThrow(/two applications/)
})
