import { defineApp } from '@pawl/app'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../../tools/testing/test-database.ts'
import { createRoutePool, type RoutePoolLimits } from '../../src/index.ts'
import { testServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

const database = testDatabase()

const letters = defineApp({
  name: 'letters',
  title: 'Letters',
  jobs: [],
  routes: ({ db }) =>
    new Hono()
      .get('/', async (c) => c.json((await db.query('select 1 as one, pg_advisory_xact_lock_shared(77)')).rows))
      .post('/', async (c) => c.json((await db.query('select 2 as two, pg_advisory_xact_lock_shared(77)')).rows)),
  openRoutes: ({ db }) =>
    new Hono().get('/all', async (c) => c.json((await db.query('select pg_advisory_xact_lock_shared(77)')).rows)),
})

/** A server with limits for its routes. Each of them waits for a lock that the test holds until `release`. */
async function setUp(limits: RoutePoolLimits) {
  const routePool = createRoutePool({ url: database.url, ...limits })
  onTestFinished(() => routePool.end())
  const client = await database.pool.connect()
  await client.query('begin; select pg_advisory_xact_lock(77)')
  let released: Promise<void> | undefined
  const release = () => {
    released ??= client.query('rollback').then(() => client.release())
    return released
  }
  onTestFinished(release)
  const { ask } = await testServer(database, { server: { apps: [letters], routePool } })
  return { ask, release }
}

const running = async () =>
  (
    await database.pool.query(
      `select from pg_stat_activity where datname = current_database() and application_name = 'pawl routes' and wait_event_type = 'Lock'`,
    )
  ).rows.length

test('routes beyond the limit get 503 and when to come again, and the others are answered', async () => {
  const { ask, release } = await setUp({ connections: 2, waiting: 3 })
  const first = [ask('/api/letters'), ask('/api/letters')]
  await until('both connections are in use', async () => (await running()) === 2)
  const more = Array.from({ length: 10 }, () => ask('/api/letters'))
  const refusals: Response[] = []
  for (const each of more) void each.then((answer) => answer.status === 503 && refusals.push(answer))
  await until('all but three are refused', () => refusals.length === 7)
  const [refused] = refusals as [Response]
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await refused.json()).toMatchObject({ code: 'routes-busy' })
  // the pool of the server and of background parts has connections
  await database.pool.query('select 1')
  await release()
  const statuses = (await Promise.all([...first, ...more])).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBe(5)
})

test.each(['/api/letters', '/api/letters/open/all'])(
  'a client that leaves %s ends what it has asked for',
  async (path) => {
    const { ask, release } = await setUp({ connections: 1, waiting: 5 })
    const client = new AbortController()
    const asked = [ask(path, { signal: client.signal }), ask(path, { signal: client.signal })]
    const left = asked.map((each) => each.catch((error) => error.name))
    await until('its statement waits', async () => (await running()) === 1)
    client.abort()
    expect(await Promise.all(left)).toEqual(['AbortError', 'AbortError'])
    await until('PostgreSQL runs it no more', async () => (await running()) === 0)
    await release()
    expect((await ask(path)).status).toBe(200)
  },
)

test('a write goes on when its client leaves', async () => {
  const { ask, release } = await setUp({ connections: 1 })
  const client = new AbortController()
  const write = ask('/api/letters', { method: 'POST', signal: client.signal }).catch((error) => error.name)
  await until('its statement waits', async () => (await running()) === 1)
  const next = ask('/api/letters')
  client.abort()
  expect(await write).toBe('AbortError')
  expect(await running()).toBe(1)
  await release()
  expect((await next).status).toBe(200)
})

test('a statement has a time limit, and so has the wait for a connection', async () => {
  const { ask } = await setUp({ connections: 1, timeoutMs: 300 })
  const answers = await Promise.all([ask('/api/letters', { method: 'POST' }), ask('/api/letters')])
  for (const answer of answers) {
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await answer.json()).toMatchObject({ code: expect.stringMatching(/^(read-timeout|routes-busy)$/) })
  }
})

test('limits that cannot be used are refused', () => {
  const { url } = database
  expect(() => createRoutePool({ url, connections: 0 })).toThrow('routes.connections must be a whole number from 1')
  expect(() => createRoutePool({ url, ...{ conections: 3 } })).toThrow("routes has no option 'conections'")
})
