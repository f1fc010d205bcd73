import { beforeEach, expect, test } from 'vitest'
import type { Runner } from '../../src/postgres/runner.ts'
import { AnswerCache } from '../../src/runtime/sources/answer-cache.ts'
import type { CachedRequest } from '../../src/runtime/sources/cached-request.ts'
import { SourceDeferredError } from '../../src/source/source-deferred-error.ts'
import { testDatabase } from '../support/database.ts'
import { TestLedger } from '../support/ledger.ts'
import { get, pass, reply, settings, type TestCache, TestSource, testCache } from './support/test-cache.ts'

const database = testDatabase()
const ledger = new TestLedger(database)
let test1: TestCache

beforeEach(async () => {
  await database.sql('truncate pawl.cache_entry, pawl.cache_flight')
  test1 = testCache(ledger.runner)
})

async function ask(source: TestSource, more: Partial<CachedRequest> = {}) {
  const { cached, status, headers, body, bytes, url, hops, text } = await test1.cache.through(get(more), source.call)
  return { cached, status, headers: Object.fromEntries(headers), body, bytes, url, hops, text: text() }
}

const deferred = new SourceDeferredError('a', 'failed', 0, 'down')
const entries = async () => (await database.sql('select count(*)::int as n from pawl.cache_entry'))[0].n
const flights = async () => (await database.sql('select count(*)::int as n from pawl.cache_flight'))[0].n

test('what is fresh is served whole, and the source is not asked', async () => {
  const source = new TestSource({
    status: 404,
    headers: { 'Content-Type': 'text/plain', 'Set-Cookie': 'x' },
    body: 'Ä',
  })
  expect(await ask(source)).toMatchObject({ cached: 'no', text: 'Ä', url: 'https://example.test/where/it/came/from' })
  expect(test1.hits).toEqual([])
  const again = await ask(source)
  expect(again).toEqual({
    cached: 'fresh',
    status: 404,
    headers: { 'content-type': 'text/plain' },
    body: new TextEncoder().encode('Ä'),
    bytes: 2,
    url: 'https://example.test/things',
    hops: [],
    text: 'Ä',
  })
  expect([source.asked.length, test1.hits, await flights()]).toEqual([1, ['a'], 0])
})

test('what is not fresh any more and cannot be revalidated is fetched anew', async () => {
  const source = new TestSource({ body: 'one' }, { body: 'two' })
  await ask(source)
  await pass(database, 60_000)
  expect(await ask(source)).toMatchObject({ cached: 'no', text: 'two' })
  expect(await ask(source)).toMatchObject({ cached: 'fresh', text: 'two' })
  expect(source.asked).toEqual([{}, {}])
})

test('a 304 makes the body fresh again, which is not written again, and takes the new headers', async () => {
  const source = new TestSource(
    { headers: { etag: '"1"', 'x-count': '1', 'cache-control': 'max-age=10' }, body: 'one' },
    { status: 304, headers: { etag: '"1"', 'x-count': '2', 'cache-control': 'max-age=100' } },
  )
  await ask(source)
  await pass(database, 10_000)
  const [before] = await database.sql('select version from pawl.cache_entry')
  const revalidated = await ask(source)
  expect(revalidated).toMatchObject({ cached: 'revalidated', status: 200, text: 'one', headers: { 'x-count': '2' } })
  expect([source.asked, test1.hits]).toEqual([[{}, { 'if-none-match': '"1"' }], []])
  expect(await database.sql('select version from pawl.cache_entry')).toEqual([before])
  await pass(database, 99_000)
  expect(await ask(source)).toMatchObject({ cached: 'fresh', text: 'one', headers: { 'x-count': '2' } })
  await pass(database, 1_000)
  expect(await ask(source)).toMatchObject({ cached: 'revalidated' })
})

test('a 304 does not put its headers on a body that has come meanwhile', async () => {
  const old = new TestSource({ headers: { etag: '"1"' }, body: 'one' })
  await ask(old)
  await pass(database, 60_000)
  await test1.cache.through(get(), async () => {
    await database.sql(
      `update pawl.cache_entry set version = gen_random_uuid(), body = 'two', headers = '{"etag":"\\"2\\""}'`,
    )
    return reply({ status: 304, headers: { etag: '"1"' } })
  })
  expect(await database.sql(`select convert_from(body, 'UTF8') as body, headers from pawl.cache_entry`)).toEqual([
    { body: 'two', headers: { etag: '"2"' } },
  ])
})

test('a 304 about another version is not believed: the source is asked without conditions', async () => {
  const source = new TestSource(
    { headers: { etag: '"1"' }, body: 'one' },
    { status: 304, headers: { etag: '"2"' } },
    { headers: { etag: '"2"' }, body: 'two' },
  )
  await ask(source)
  await pass(database, 60_000)
  expect(await ask(source)).toMatchObject({ cached: 'no', text: 'two' })
  expect(source.asked).toEqual([{}, { 'if-none-match': '"1"' }, {}])
})

test('a 304 that nobody asked for is returned as it is, and not kept', async () => {
  expect(await ask(new TestSource({ status: 304 }))).toMatchObject({ cached: 'no', status: 304 })
  expect(await entries()).toBe(0)
})

test.each<Partial<CachedRequest>>([
  { method: 'POST' },
  { headers: { 'If-None-Match': '"1"' } },
  { headers: { 'if-modified-since': 'Wed, 01 Jul 2026 12:00:00 GMT' } },
  { headers: { Range: 'bytes=0-1' } },
  { headers: { 'Cache-Control': 'no-store' } },
])('a request is none for the cache: %j', async (more) => {
  await ask(new TestSource({ body: 'kept' }))
  const source = new TestSource({ body: 'called' })
  for (let i = 0; i < 2; i++) expect(await ask(source, more)).toMatchObject({ cached: 'no', text: 'called' })
  expect([await entries(), test1.looks()], 'as it was').toEqual([1, 1])
})

test('a request that says no-cache asks the source, with conditions, and what comes is kept for others', async () => {
  const source = new TestSource({ headers: { etag: '"1"' }, body: 'one' }, { status: 304 }, { body: 'two' })
  await ask(source)
  const headers = { 'cache-control': 'no-cache' }
  expect(await ask(source, { headers })).toMatchObject({ cached: 'revalidated', text: 'one' })
  expect(await ask(source, { headers })).toMatchObject({ cached: 'no', text: 'two' })
  expect(await ask(source)).toMatchObject({ cached: 'fresh', text: 'two' })
})

test('a stale answer stands in for a source that cannot be called, as long as it may', async () => {
  const source = new TestSource({ body: 'one' }, deferred)
  const more = { settings: { ...settings, staleIfErrorMs: 10_000 } }
  await ask(source, more)
  await pass(database, 60_000)
  expect(await ask(source, more)).toMatchObject({ cached: 'stale', text: 'one' })
  expect(test1.hits).toEqual([])
  await pass(database, 10_000)
  await expect(ask(source, more)).rejects.toBe(deferred)
  expect(await flights(), 'nobody waits for it').toBe(0)
})

test('only a source that is put off is stood in for, and not where the caller wants it confirmed', async () => {
  const broken = new Error('not a matter of the source')
  const more = { settings: { ...settings, staleIfErrorMs: 10_000 } }
  await ask(new TestSource({ body: 'one' }), more)
  await pass(database, 60_000)
  await expect(ask(new TestSource(broken), more)).rejects.toBe(broken)
  const headers = { 'cache-control': 'no-cache' }
  await expect(ask(new TestSource(deferred), { ...more, headers })).rejects.toBe(deferred)
})

test('what may not be kept takes the place of what was; a failure does not', async () => {
  const more = { settings: { ...settings, staleIfErrorMs: 1_000_000 } }
  const source = new TestSource(
    { body: 'one' },
    { status: 500 },
    deferred,
    { headers: { 'cache-control': 'no-store' } },
    deferred,
  )
  await ask(source, more)
  await pass(database, 60_000)
  expect(await ask(source, more)).toMatchObject({ status: 500, cached: 'no' })
  expect(await ask(source, more)).toMatchObject({ cached: 'stale', text: 'one' })
  await ask(source, more)
  await expect(ask(source, more)).rejects.toBe(deferred)
})

test('sources do not share answers, nor do methods; requests that the caller names alike do', async () => {
  const source = new TestSource({ body: 'x' })
  await ask(source)
  expect(await ask(source, { source: 'b' })).toMatchObject({ cached: 'no' })
  expect(await ask(source, { method: 'HEAD' })).toMatchObject({ cached: 'no' })
  expect(await ask(source, { url: 'https://example.test/things#part' })).toMatchObject({ cached: 'fresh' })
  expect(await ask(source, { key: 'https://example.test/things' }), 'no URL').toMatchObject({ cached: 'no' })
  expect(await ask(source, { key: 'k', url: 'https://example.test/?at=1' })).toMatchObject({ cached: 'no' })
  expect(await ask(source, { key: 'k', url: 'https://example.test/?at=2' })).toMatchObject({
    cached: 'fresh',
    url: 'https://example.test/?at=2',
  })
})

test('answers that vary are kept for each value, and the encoding of the transfer does not count', async () => {
  const source = new TestSource({ headers: { vary: 'Accept-Encoding, Accept' }, body: 'x' })
  const [xml, json] = [{ headers: { Accept: 'xml' } }, { headers: { accept: 'json', 'accept-encoding': 'br' } }]
  expect(await ask(source, xml)).toMatchObject({ cached: 'no' })
  expect(await ask(source, json)).toMatchObject({ cached: 'no' })
  expect(await ask(source)).toMatchObject({ cached: 'no' })
  expect(await ask(source, { headers: { accept: 'xml', 'accept-encoding': 'br', other: '1' } })).toMatchObject({
    cached: 'fresh',
  })
  expect(await ask(source, json)).toMatchObject({ cached: 'fresh' })
  expect(await ask(source)).toMatchObject({ cached: 'fresh' })
  expect(await entries()).toBe(3)
})

test('a source that varies by something else from now on is believed', async () => {
  const source = new TestSource({ headers: { vary: 'a', 'cache-control': 'max-age=1' } }, { headers: { vary: 'b' } })
  await ask(source, { headers: { a: '1', b: '1' } })
  await pass(database, 1_000)
  await ask(source, { headers: { a: '1', b: '1' } })
  expect(await entries()).toBe(1)
  expect(await ask(source, { headers: { a: '2', b: '1' } })).toMatchObject({ cached: 'fresh' })
  expect(await ask(source, { headers: { a: '1', b: '2' } })).toMatchObject({ cached: 'no' })
})

test('who says who he is gets no answer of somebody else, unless it is for all', async () => {
  const [open, personal] = [new TestSource({ body: 'for nobody' }), new TestSource({ body: 'for me' })]
  const headers = { Authorization: 'me' }
  await ask(open)
  for (let i = 0; i < 2; i++) expect(await ask(personal, { headers })).toMatchObject({ cached: 'no', text: 'for me' })
  expect(await ask(open)).toMatchObject({ cached: 'fresh', text: 'for nobody' })

  const keyed = { headers: { 'X-Key': 'me' }, secretHeaders: ['x-key'], url: 'https://example.test/keyed' }
  await ask(personal, keyed)
  expect(await ask(personal, keyed)).toMatchObject({ cached: 'fresh' })
  expect(await ask(personal, { ...keyed, headers: { 'x-key': 'you' } })).toMatchObject({ cached: 'no' })

  const forAll = new TestSource({ headers: { 'cache-control': 'public, max-age=60' } })
  const url = 'https://example.test/all'
  await ask(forAll, { url, headers })
  expect(await ask(forAll, { url, headers: { authorization: 'you' } })).toMatchObject({ cached: 'fresh' })
})

test('with the policy ttl, an application whose token has changed gets the kept answer', async () => {
  const source = new TestSource({ headers: { 'cache-control': 'private', vary: 'authorization' } })
  const own = { settings: { ...settings, policy: 'ttl' as const } }
  await ask(source, { ...own, headers: { authorization: 'first' } })
  expect(await ask(source, { ...own, headers: { authorization: 'second' } })).toMatchObject({ cached: 'fresh' })
  await pass(database, 60_001)
  expect(await ask(source, { ...own, headers: { authorization: 'third' } })).toMatchObject({ cached: 'no' })
})

test('an answer behind a redirect is fresh no longer than the source said of all, and never revalidated', async () => {
  const headers = { etag: '"1"', 'cache-control': 'max-age=31536000' }
  const source = new TestSource({ headers, hops: [{ status: 302, url: 'https://example.test/latest' }] })
  await ask(source)
  expect(await ask(source)).toMatchObject({ cached: 'fresh', hops: [] })
  await pass(database, 60_000)
  expect(await ask(source)).toMatchObject({ cached: 'no' })
  expect(source.asked).toEqual([{}, {}])
})

test('a 304 from behind a redirect speaks of something else', async () => {
  const hops = [{ status: 302, url: 'https://example.test/latest' }]
  const source = new TestSource({ headers: { etag: '"1"' }, body: 'one' }, { status: 304, hops }, { body: 'two', hops })
  await ask(source)
  await pass(database, 60_000)
  expect(await ask(source)).toMatchObject({ cached: 'no', text: 'two' })
  expect(source.asked).toEqual([{}, { 'if-none-match': '"1"' }, {}])
})

test('turned off, nothing is read and nothing is kept', async () => {
  await ask(new TestSource({ body: 'kept' }))
  let statements = 0
  const run: Runner['run'] = (statement, values) => {
    statements += 1
    return ledger.runner.run(statement, values)
  }
  const cache = new AnswerCache({ runner: { run }, onHit: () => {} })
  const source = new TestSource({ body: 'called' })
  process.env.PAWL_CACHE = 'off'
  try {
    for (const url of ['https://example.test/things', 'https://example.test/other']) {
      expect(await cache.through(get({ url }), source.call)).toMatchObject({ cached: 'no' })
    }
    expect([statements, source.asked.length, await entries()]).toEqual([0, 2, 1])
  } finally {
    delete process.env.PAWL_CACHE
  }
  expect(await cache.through(get(), source.call)).toMatchObject({ cached: 'fresh' })
})

test('nothing that a request sent can be read in the database', async () => {
  const secret = 'hunter2'
  const url = `https://example.test/${secret}?key=${secret}`
  const headers = { authorization: secret, cookie: secret, 'x-key': secret }
  const hops = [{ status: 302, url }]
  const vary = 'authorization, cookie, x-key'
  const kept = new TestSource({ headers: { vary, 'cache-control': 'public', 'set-cookie': secret }, hops })
  const inFlight = async () => {
    expect(await flights()).toBe(1)
    await expectNone()
    return reply({ headers: { 'cache-control': 'no-store' } })
  }
  const expectNone = async () => {
    for (const table of ['cache_entry', 'cache_flight']) {
      const [{ all }] = await database.sql(`select string_agg(t::text, ' ') as all from pawl.${table} t`)
      // bytes are shown in hex
      for (const shape of [secret, Buffer.from(secret).toString('hex')]) expect(all ?? '').not.toContain(shape)
    }
  }
  await ask(kept, { url, headers, key: secret, secretHeaders: ['x-key'] })
  await ask(kept, { url, headers, secretHeaders: ['x-key'] })
  expect(await entries()).toBe(2)
  await test1.cache.through(get({ url: `${url}2`, headers }), inFlight)
  await expectNone()
})
