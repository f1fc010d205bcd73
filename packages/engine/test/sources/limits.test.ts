import { expect, test } from 'vitest'
import { askSource, declareSources } from '../../src/postgres/sources.ts'
import { defineSource } from '../../src/source/define-source.ts'
import { testSources } from './support/test-sources.ts'

const { database, ledger, pass, declare, refusal, tell } = testSources()

test('tokens come back at the rate, no more than the burst, and one of it is kept back', async () => {
  await declare({ name: 'a', requestsPerMinute: 1, burst: 4 })
  for (let i = 0; i < 3; i++) expect(await refusal()).toBeUndefined()
  const refused = await askSource(ledger.runner, 'a')
  expect(refused.waitMs).toBeGreaterThan(30_000)
  expect(refused.waitMs).toBeLessThanOrEqual(60_600)
  await pass(refused.waitMs)
  expect(await refusal()).toBeUndefined()
  await pass(3_600_000)
  for (let i = 0; i < 3; i++) expect(await refusal()).toBeUndefined()
  expect(await refusal()).toBe('no-token')
})

test('a token that was not used can be given back, and no more than the bucket holds', async () => {
  await declare({ name: 'a', requestsPerMinute: 1, burst: 3 })
  await refusal()
  await refusal()
  expect(await refusal()).toBe('no-token')
  await tell({ kind: 'returned', count: 1, ms: 0 })
  expect(await refusal()).toBeUndefined()
  await tell({ kind: 'returned', count: 100, ms: 0 })
  expect((await database.sql('select tokens from pawl.bucket'))[0].tokens).toBe(2)
})

test('a daily quota is a second limit, and begins anew at its time in its zone', async () => {
  await declare({ name: 'a', quota: { calls: 2, at: '03:00', zone: 'Asia/Tokyo' } })
  await refusal()
  await refusal()
  const { reason, waitMs } = await askSource(ledger.runner, 'a')
  const [{ local }] = await database.sql(
    `select to_char(quota_ends_at at time zone 'Asia/Tokyo', 'HH24:MI') as local from pawl.bucket`,
  )
  expect([reason, local]).toEqual(['no-token', '03:00'])
  expect(waitMs).toBeLessThanOrEqual(86_400_000)
  await pass(waitMs + 1)
  expect(await refusal()).toBeUndefined()
})

test('a monthly quota begins anew on the first day of the month at its time in its zone', async () => {
  await declare({ name: 'a', quota: { calls: 1, per: 'month', at: '03:00', zone: 'Asia/Tokyo' } })
  await refusal()
  const { reason, waitMs } = await askSource(ledger.runner, 'a')
  const [{ local }] = await database.sql(
    `select to_char(quota_ends_at at time zone 'Asia/Tokyo', 'DD HH24:MI') as local from pawl.bucket`,
  )
  expect([reason, local]).toEqual(['no-token', '01 03:00'])
  expect(waitMs).toBeLessThanOrEqual(31 * 86_400_000)
  await pass(waitMs + 1)
  expect(await refusal()).toBeUndefined()
})

test.each([
  ['month', '2026-01-31T17:59Z', '2026-01-31T18:00Z'],
  ['month', '2026-01-31T18:00Z', '2026-02-28T18:00Z'],
  ['day', '2026-03-29T00:59Z', '2026-03-29T18:00Z'],
  ['day', '2026-03-28T18:00Z', '2026-03-29T18:00Z'],
])('the %s that holds %s ends at %s', async (period, now, end) => {
  const [row] = await database.sql(
    `select pawl.quota_end('${period}', '03:00', 'Asia/Tokyo', '${now}') = '${end}'::timestamptz as ends`,
  )
  expect(row.ends).toBe(true)
})

test('a class of cost has a bucket of its own', async () => {
  await declare({ name: 'a', requestsPerMinute: 60, classes: { search: { requestsPerMinute: 1 } } })
  expect(await refusal({ class: 'search' })).toBeUndefined()
  expect(await refusal({ class: 'search' })).toBe('no-token')
  expect(await refusal()).toBeUndefined()
})

test('what an operator changed stands until the code says something else', async () => {
  const source = { name: 'a', requestsPerMinute: 60 }
  expect(await declare(source)).toBe(true)
  await database.sql('update pawl.bucket set per_minute = 5')
  expect(await declare(source)).toBe(false)
  expect((await database.sql('select per_minute from pawl.bucket'))[0].per_minute).toBe(5)
  expect(await declare({ ...source, requestsPerMinute: 61 })).toBe(true)
  expect((await database.sql('select per_minute from pawl.bucket'))[0].per_minute).toBe(61)
})

test('a token that is held for too long is changed for a new one, or waits like everybody', async () => {
  // half of the time in which the next one comes, and a second at the most
  expect(await database.sql('select pawl.token_age_ms(60) as ms')).toEqual([{ ms: 500 }])
  await declare({ name: 'a', requestsPerMinute: 1, burst: 3 })
  const tokens = async () => Math.floor((await database.sql('select tokens from pawl.bucket'))[0].tokens)
  await refusal()
  await refusal()
  await pass(1_100)
  expect([await refusal({ heldMs: 1_000 }), await tokens()], 'young enough').toEqual([undefined, 0])
  expect([await refusal({ heldMs: 1_001 }), await tokens()], 'given back and taken').toEqual([undefined, 0])
  await pass(3_600_000)
  expect([await refusal({ heldMs: 3_600_000 }), await tokens()], 'it would have flowed over').toEqual([undefined, 1])
  await refusal()
  expect(await refusal({ heldMs: 3_600_000 }), 'others have taken all since').toBe('no-token')
})

test('what was taken of yesterday’s quota is not given back to today', async () => {
  await declare({ name: 'a', quota: { calls: 10 } })
  for (let i = 0; i < 10; i++) await refusal()
  await tell({ kind: 'returned', count: 1, ms: 0 })
  expect(await refusal(), 'of the same day').toBeUndefined()
  const { waitMs } = await askSource(ledger.runner, 'a')
  await pass(waitMs + 1)
  for (let i = 0; i < 5; i++) await refusal()
  await tell({ kind: 'returned', count: 5, ms: 90_000_000 })
  expect((await database.sql('select quota_left from pawl.bucket'))[0].quota_left).toBe(5)
})

test('a clock that is set back goes on from there', async () => {
  await declare({ name: 'a', requestsPerMinute: 60 })
  await refusal()
  await pass(-3_600_000)
  expect((await askSource(ledger.runner, 'a')).waitMs).toBeLessThanOrEqual(1_006)
  await pass(1_010)
  expect(await refusal()).toBeUndefined()
})

test('a zone that PostgreSQL does not know is refused when it is declared', async () => {
  const limits = {
    perMinute: null,
    burst: 1,
    quota: 5,
    quotaPeriod: 'day' as const,
    quotaTime: '00:00',
    quotaZone: 'Mars/Olympus',
  }
  const source = { ...defineSource({ name: 'a' }), buckets: { '': limits } }
  await expect(declareSources(ledger.runner, [source])).rejects.toThrow('does not know the time zone Mars/Olympus')
  expect(() => defineSource({ name: 'a', quota: { calls: 5, zone: '+05:30' } })).toThrow('must be a time zone')
  expect(() => defineSource({ name: 'a', quota: { calls: 5, per: 'year' as 'day' } })).toThrow(
    "must be 'day' or 'month'",
  )
})
