import { beforeEach, expect, test } from 'vitest'
import type { Runner } from '../../src/postgres/runner.ts'
import { testDatabase } from '../support/database.ts'
import { TestLedger } from '../support/ledger.ts'
import { get, pass, TestSource, testCache } from './support/test-cache.ts'

const database = testDatabase()
const ledger = new TestLedger(database)

beforeEach(() => database.sql('truncate pawl.cache_entry, pawl.cache_flight'))

const statements = [
  ...['cache_find', 'cache_load', 'cache_keep', 'cache_refresh', 'cache_flight_take', 'cache_flight_end'],
  ...['cache_drop', 'cache_flight_open'],
]

/** As if the connection broke: done or not, nobody knows. */
function failingAt(name: string, isDone: boolean): Runner {
  return {
    async run(statement, values) {
      if (statement.name !== `pawl_${name}`) return ledger.runner.run(statement, values)
      if (isDone) await ledger.runner.run(statement, values)
      throw new Error(`${name} failed`)
    },
  }
}

test.each(statements.flatMap((name) => [[name, true] as const, [name, false] as const]))(
  'a request does not fail with %s, be it done (%s) or not',
  async (name, isDone) => {
    const source = new TestSource(
      { headers: { etag: '"1"' }, body: 'x' },
      { status: 304 },
      { headers: { 'cache-control': 'no-store' }, body: 'x' },
    )
    await testCache(ledger.runner).cache.through(get(), source.call)
    const { cache, errors } = testCache(failingAt(name, isDone))
    for (let i = 0; i < 3; i++) {
      // flights of the one before are over, too
      await pass(database, 70_000)
      expect((await cache.through(get(), source.call)).status).toBeLessThan(305)
    }
    expect(
      (await cache.through(get({ url: 'https://example.test/new' }), new TestSource({ body: 'y' }).call)).text(),
    ).toBe('y')
    expect(errors.map((error) => (error as Error).message)).toContain(`${name} failed`)
  },
)

test('a flight of which nobody knows whether it was taken holds nobody up', async () => {
  const { cache } = testCache(failingAt('cache_flight_take', true))
  await cache.through(get(), new TestSource({ body: 'x' }).call)
  expect(await database.sql('select * from pawl.cache_flight')).toEqual([])
})

test('what PostgreSQL refuses to keep is returned, and others do not wait for it', async () => {
  await database.sql(`alter table pawl.cache_entry add constraint refused check (octet_length(body) < 10)`)
  try {
    const { cache, errors } = testCache(ledger.runner)
    expect((await cache.through(get(), new TestSource({ body: 'x'.repeat(10) }).call)).text()).toBe('x'.repeat(10))
    expect(errors).toMatchObject([{ constraint: 'refused' }])
    expect(await database.sql('select * from pawl.cache_flight')).toEqual([])
  } finally {
    await database.sql('alter table pawl.cache_entry drop constraint refused')
  }
})

test('headers of all kinds come back as they were', async () => {
  const { cache } = testCache(ledger.runner)
  const every = Array.from({ length: 255 }, (_, i) => String.fromCharCode(i + 1))
    .join('')
    .replace(/[\r\n]/g, '')
  const headers = { 'x-every': `a${every}z`, 'x-escaped': '\\u0000 "quoted"', 'x-empty': '' }
  const source = new TestSource({ headers })
  await cache.through(get(), source.call)
  const { cached, headers: kept } = await cache.through(get(), source.call)
  expect([cached, Object.fromEntries(kept)]).toEqual(['fresh', headers])
})
