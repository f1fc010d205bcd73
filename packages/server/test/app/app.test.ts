import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../tools/testing/test-database.ts'
import { type App, defineApp, migrateApp } from '../../src/index.ts'
import { readToken, testServer } from '../support/test-server.ts'

const database = testDatabase()
const migrations = new URL('./fixtures/letters', import.meta.url)

const letters = defineApp({
  name: 'old-letters',
  title: 'Letters',
  jobs: [],
  migrations,
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

test('the migrations of an application are applied once, into its schema, by whoever is first', async () => {
  const applied = await Promise.all([1, 2, 3].map(() => migrateApp(database.url, letters)))
  const titles = applied.flat().map(({ title }) => title)
  expect(titles.sort()).toEqual(['letters', 'readers'])
  expect(await migrateApp(database.url, letters)).toEqual([])
  const { rows } = await database.pool.query(
    `select table_name from information_schema.tables where table_schema = 'old_letters'`,
  )
  expect(rows.map(({ table_name }) => table_name).sort()).toEqual(['letter', 'migration', 'reader'])
})

test('a migration that fails leaves nothing behind', async () => {
  const broken = { ...letters, name: 'broken', migrations: new URL('./fixtures/broken/', import.meta.url) }
  await expect(migrateApp(database.url, broken)).rejects.toThrow(/nonsense/)
  const { rows } = await database.pool.query(`select from pg_namespace where nspname = 'broken'`)
  expect(rows).toEqual([])
})

test('its routes are under its name and behind the same access rules', async () => {
  await migrateApp(database.url, letters)
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

test.each<[Partial<App> & Record<string, unknown>, RegExp]>([
  [{ name: 'Letters' }, /small letters/],
  [{ name: 'old--letters' }, /small letters/],
  [{ name: 'jobs' }, /a route, a command or a schema/],
  [{ command: 'Letters' }, /the command of an application has .* small letters/],
  [{ command: 'jobs' }, /no application can have the command 'jobs'/],
  [{ name: 'pawl' }, /a route, a command or a schema/],
  [{ name: 'pg-catalog' }, /a route, a command or a schema/],
  [{ titel: 'x' }, /no 'titel'/],
  [{ title: '' }, /needs a title/],
  [{ jobs: undefined as never }, /list of what defineJob/],
  [{ migrations: './migrations' as never }, /as a URL/],
  [{ routes: {} as never }, /must be a function/],
  [{ commands: [{ name: 'Go', summary: '', run: async () => 0 }] }, /a command of/],
  [{ commands: [1, 2].map(() => ({ name: 'go', summary: '', run: async () => 0 })) }, /two commands/],
])('an application that is not whole is refused: %j', (change, message) => {
  const { migrations: _, routes: __, ...rest } = letters
  expect(() => defineApp({ ...rest, ...change })).toThrow(message)
})

test('two applications of one name cannot be served', async () => {
  await expect(testServer(database, { server: { apps: [letters, letters] } })).rejects.toThrow(/two applications/)
})
