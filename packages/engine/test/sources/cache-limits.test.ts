import { beforeEach, expect, test } from 'vitest'
import { tidyCache } from '../../src/postgres/cache.ts'
import { testDatabase } from '../support/database.ts'
import { TestLedger } from '../support/ledger.ts'
import { get, pass, settings, TestSource, testCache } from './support/test-cache.ts'

const database = testDatabase()
const ledger = new TestLedger(database)
const { cache } = testCache(ledger.runner)

beforeEach(() => database.sql('truncate pawl.cache_entry, pawl.cache_flight'))

const dayMs = 86_400_000
const tidy = (limits: Readonly<Record<string, number>> = {}) =>
  tidyCache(ledger.runner, new Map(Object.entries(limits)))

async function sizes(): Promise<Record<string, number>> {
  const rows = await database.sql('select source, sum(size)::int as size from pawl.cache_entry group by source')
  return Object.fromEntries(rows.map(({ source, size }) => [source, size]))
}

/** Entries of a hundred thousand bytes, the first one the oldest. */
async function fill(source: string, count: number): Promise<void> {
  await database.sql(
    `insert into pawl.cache_entry (key, variant, source, vary, version, status, headers, body, bytes, size, revalidates,
                                   fresh_until, stale_until, gone_at, used_at)
     select sha256(($1 || n)::bytea), '', $1, '', gen_random_uuid(), n, '{}', '', 0, 100000, false, t.later, t.later, t.later,
            clock_timestamp() - interval '1 day' + n * interval '1 ms'
       from generate_series(1, $2::int) n, (select clock_timestamp() + interval '1 hour' as later) t`,
    [source, count],
  )
}

test('what takes more than a 16th of the limit is not kept', async () => {
  const more = { settings: { ...settings, maxBytes: 160_000 } }
  await cache.through(get({ ...more, url: 'https://example.test/1' }), new TestSource({ body: 'x'.repeat(9_400) }).call)
  expect(await sizes()).toEqual({ a: 9_902 })
  await cache.through(get({ ...more, url: 'https://example.test/2' }), new TestSource({ body: 'x'.repeat(9_600) }).call)
  expect(await sizes()).toEqual({ a: 9_902 })
})

test('what can serve nobody any more is removed, and not before', async () => {
  const source = (url: string, headers = {}) => [
    get({ url, settings: { ...settings, staleIfErrorMs: dayMs } }),
    headers,
  ]
  const kept = [
    source('https://example.test/fresh', { 'cache-control': `max-age=${100 * 86_400}` }),
    source('https://example.test/stands-in', { 'cache-control': 'max-age=0' }),
    source('https://example.test/revalidated', { 'cache-control': 'max-age=0, must-revalidate', etag: '"1"' }),
  ] as const
  for (const [request, headers] of kept) {
    await cache.through(request as ReturnType<typeof get>, new TestSource({ headers }).call)
  }
  const removed = []
  for (const ms of [0, dayMs - 60_000, 60_000, 6 * dayMs - 60_000, 60_000, 93 * dayMs - 60_000, 60_000, dayMs]) {
    await pass(database, ms)
    removed.push(await tidy())
  }
  expect(removed, 'after a day what stands in, after seven what has a tag').toEqual([0, 0, 1, 0, 1, 0, 0, 1])
})

test('a 304 makes an entry last anew', async () => {
  const source = new TestSource({ headers: { etag: '"1"' } }, { status: 304 })
  await cache.through(get(), source.call)
  await pass(database, 7 * dayMs)
  await cache.through(get(), source.call)
  await pass(database, 7 * dayMs)
  expect(await tidy()).toBe(0)
  await pass(database, 60_000)
  expect(await tidy()).toBe(1)
})

test('of a source beyond its limit the entries go that were not used for the longest time', async () => {
  await fill('a', 12)
  await fill('b', 12)
  expect(await tidy({ a: 1_000_000 })).toBe(2)
  expect(await sizes()).toEqual({ a: 1_000_000, b: 1_200_000 })
  expect(await database.sql(`select min(status) as first from pawl.cache_entry where source = 'a'`)).toEqual([
    { first: 3 },
  ])
  expect(await tidy({ a: 1_000_000 })).toBe(0)
})

test('what goes because its time is over is not counted', async () => {
  await fill('a', 20)
  await database.sql('update pawl.cache_entry set gone_at = clock_timestamp() where status <= 10')
  expect(await tidy({ a: 1_000_000 })).toBe(10)
})

test('to be used counts', async () => {
  for (const n of [1, 2]) {
    await cache.through(get({ url: `https://example.test/${n}` }), new TestSource({ body: `${n}` }).call)
    await pass(database, 10_000)
  }
  const used = () => cache.through(get({ url: 'https://example.test/1' }), () => expect.fail('it was called'))
  await pass(database, 30_000)
  await database.sql(`update pawl.cache_entry set used_at = used_at - interval '1 minute'`)
  await used()
  const [{ size }] = await database.sql('select max(size)::int as size from pawl.cache_entry')
  expect(await tidy({ a: size })).toBe(1)
  await used()
})

test('a source without a limit of its own may keep 256 MiB', async () => {
  await fill('a', 2_700)
  await tidy()
  expect(await sizes()).toEqual({ a: 268_400_000 })
})

test('much is removed in several batches', async () => {
  await fill('a', 2_500)
  expect(await tidy({ a: 100_000 })).toBe(2_499)
  expect(await database.sql('select status from pawl.cache_entry'), 'the newest is left').toEqual([{ status: 2_500 }])
  await fill('b', 2_500)
  await pass(database, 3_600_000)
  expect(await tidy()).toBe(2_501)
})

test('flights that are over are removed, and others are not', async () => {
  const request = get({ timeoutMs: 1_000 })
  await cache.through(request, async () => {
    await tidy()
    expect(await database.sql('select * from pawl.cache_flight')).toHaveLength(1)
    await pass(database, 6_000)
    expect(await tidy(), 'they are no entries').toBe(0)
    expect(await database.sql('select * from pawl.cache_flight')).toHaveLength(0)
    return await new TestSource({}).call({})
  })
})

test('what somebody is changing just now is left alone, and nobody waits for it', async () => {
  await fill('a', 2)
  await pass(database, 3_600_000)
  const other = await database.connect()
  await other.query('begin')
  await other.query('update pawl.cache_entry set used_at = now() where status = 1')
  expect(await tidy()).toBe(1)
  await other.query('rollback')
  expect(await tidy()).toBe(1)
})
