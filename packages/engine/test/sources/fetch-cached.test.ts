import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, defineSource, type SourceOptions } from '../../src/index.ts'
import { type Handler, startServer } from '../http/misbehaving-server.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()

beforeEach(() => database.sql('truncate pawl.source, pawl.bucket, pawl.attempt, pawl.cache_entry, pawl.cache_flight'))

/** Several processes' worth of Pawls with one source and a job that fetches a path of its server. */
async function setUp(handler: Handler, options: Partial<SourceOptions> = {}) {
  const server = await startServer(handler)
  const source = defineSource({ name: 'service', allowPrivate: true, cache: { ttlMs: 60_000 }, ...options })
  const look = defineJob({
    type: 'look',
    body: z.object({
      path: z.string(),
      cache: z.boolean().optional(),
      key: z.string().optional(),
      redirect: z.enum(['follow', 'manual']).optional(),
    }),
    source: () => source.name,
    retry: { attempts: 1 },
    async run(job) {
      const { path, cache = true, key, redirect = 'follow' } = job.body
      const answer = await job.fetch(`${server.origin}${path}`, {
        cache,
        redirect,
        ...(key === undefined ? {} : { cacheKey: key }),
      })
      return [answer.text(), answer.cached]
    },
  })
  const pawls = Array.from({ length: 4 }, () => testPawl({ url: database.url, jobs: [look], sources: [source] }))
  const [pawl] = pawls
  const fetched = async (
    path: string,
    more: { cache?: boolean; key?: string; redirect?: 'follow' | 'manual' } = {},
  ) => {
    const { id } = await pawl!.enqueue(look, { path, ...more })
    return pawl!.result<[string, string]>(id)
  }
  return { server, look, pawls, pawl: pawl!, fetched }
}

const health = async () => (await database.sql('select * from pawl.source_health'))[0]

test('twenty jobs on four workers that want the same cause one request, and hits take no token', async () => {
  const { server, look, pawls, pawl } = await setUp((response) => response.end('fine'), {
    requestsPerMinute: 0.01,
    burst: 4,
  })
  const jobs = await pawl.enqueueMany(look, Array(20).fill({ path: '/a' }))
  await Promise.all(pawls.map((each) => each.start()))
  const results = await Promise.all(jobs.map(({ id }) => pawl.result<[string, string]>(id)))
  expect(results.map(([text]) => text)).toEqual(Array(20).fill('fine'))
  expect(results.filter(([, cached]) => cached === 'no')).toHaveLength(1)
  expect(server.received).toHaveLength(1)
  await until('hits are counted', async () => (await health()).hits === '19')
  await until('what was not used is back', async () => Math.floor((await health()).tokens) === 2)
  expect(await health()).toMatchObject({ requests: '1' })
  const counted = pawls.flatMap((each) => each.counts).filter(({ name }) => name === 'source.hit')
  expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(19)
})

test('what is stale is revalidated, and while the source fails it stands in', async () => {
  let down = false
  const { server, pawl, fetched } = await setUp((response, { headers }) => {
    if (down) response.destroy()
    else if (headers['if-none-match'] === '"1"') response.writeHead(304).end()
    else response.writeHead(200, { etag: '"1"' }).end('fine')
  })
  await pawl.start()
  const age = () => database.sql(`update pawl.cache_entry set fresh_until = now() - interval '1 s'`)
  expect(await fetched('/a')).toEqual(['fine', 'no'])
  await age()
  expect(await fetched('/a')).toEqual(['fine', 'revalidated'])
  expect(await fetched('/a')).toEqual(['fine', 'fresh'])
  await age()
  down = true
  expect(await fetched('/a')).toEqual(['fine', 'stale'])
  expect(server.received.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"', '"1"'])
})

test('a fresh answer is served while the circuit is open', async () => {
  const { server, pawl, look, fetched } = await setUp((response) => response.end('fine'))
  const other = defineJob({
    type: 'other',
    body: z.object({}),
    run: async (job) => (await job.fetch(`${server.origin}/a`, { source: 'service' })).cached,
  })
  const source = defineSource({ name: 'service', allowPrivate: true, cache: { ttlMs: 60_000 } })
  const beside = testPawl({ url: database.url, jobs: [look, other], sources: [source] })
  await pawl.start()
  await fetched('/a')
  for (let i = 0; i < 5; i++)
    await database.sql(`select * from pawl.report_request('service', 'failed', 1, 'down', null)`)
  const { id } = await beside.enqueue(other, {})
  await beside.start()
  expect(await beside.result(id)).toBe('fresh')
})

test('a caller may ask anew, choose the key, or switch the cache off for a process', async () => {
  let n = 0
  const { pawl, fetched } = await setUp((response) => response.end(String(++n)))
  await pawl.start()
  expect(await fetched('/a')).toEqual(['1', 'no'])
  expect(await fetched('/a', { cache: false })).toEqual(['2', 'no'])
  expect(await fetched('/a')).toEqual(['1', 'fresh'])
  expect(await fetched('/b?session=1', { key: 'b' })).toEqual(['3', 'no'])
  expect(await fetched('/b?session=2', { key: 'b' })).toEqual(['3', 'fresh'])
  process.env.PAWL_CACHE = 'off'
  try {
    expect(await fetched('/a')).toEqual(['4', 'no'])
  } finally {
    delete process.env.PAWL_CACHE
  }
  expect(await fetched('/a')).toEqual(['1', 'fresh'])
})

test('a redirect that is kept for one who wants to see it is not served to one who follows', async () => {
  const { server, pawl, fetched } = await setUp((response, { path }) => {
    if (path === '/old') response.writeHead(301, { location: '/new' }).end('moved')
    else response.end('arrived')
  })
  await pawl.start()
  expect(await fetched('/old', { redirect: 'manual' })).toEqual(['moved', 'no'])
  expect(await fetched('/old', { redirect: 'manual' })).toEqual(['moved', 'fresh'])
  expect(await fetched('/old')).toEqual(['arrived', 'no'])
  expect(server.received.map(({ path }) => path)).toEqual(['/old', '/old', '/new'])
})
