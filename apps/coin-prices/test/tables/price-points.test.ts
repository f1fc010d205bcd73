import { beforeEach, expect, test } from 'vitest'
import type { Listing } from '../../src/listing/listing.ts'
import { storePoints } from '../../src/tables/price-points.ts'
import { coinDatabase } from '../support/app-database.ts'

const { sql, pool } = coinDatabase()
const base: Listing = {
  ...{
    externalId: '1',
    title: 'first',
    priceType: 'ask',
    day: '2026-03-01',
    price: { cents: 10_000, currency: 'USD' },
  },
}
const point = (change: Partial<Listing> = {}, strength = 0.8) => ({
  listing: { ...base, ...change },
  match: { strength, reasons: [{ text: 'year 1881', points: 3 }] },
})
const store = (points: readonly ReturnType<typeof point>[], origin = 'scrape job 1') =>
  storePoints(pool, { intakeId: 1, sourceId: 1, origin, points })
const changes = () =>
  sql(`select to_char(day, 'YYYY-MM-DD') as day, price_cents::int as cents from price_point_changes order by 1`)
const row = async () =>
  (
    await sql(`select title, price_cents::int as cents, last_price_cents::int as last, to_char(last_day, 'YYYY-MM-DD') as last_day,
                      match_strength as strength, origin from price_points`)
  )[0]

beforeEach(async () => {
  await sql('truncate coin_intakes restart identity cascade')
  await sql(`insert into coin_intakes (year) values (1881)`)
})

test('of two with one key the higher match strength wins, and a tie keeps the row', async () => {
  expect(await store([point()])).toBe(1)
  expect(await store([point({ title: 'stronger' }, 0.9)], 'scrape job 2')).toBe(1)
  expect(await row()).toMatchObject({ title: 'stronger', strength: 0.9, origin: 'scrape job 2' })
  await store([point({ title: 'a tie', price: { cents: 7, currency: 'USD' } }, 0.9)], 'scrape job 3')
  expect(await row()).toMatchObject({ title: 'stronger', cents: 10_000, strength: 0.9, origin: 'scrape job 2' })
  await store([point({ title: 'weaker' }, 0.1)])
  expect(await row()).toMatchObject({ title: 'stronger', strength: 0.9 })
})

test('of two with one key in one batch the stronger one is stored', async () => {
  expect(await store([point({ title: 'weak' }, 0.2), point({ title: 'strong' }, 0.7)])).toBe(1)
  expect(await row()).toMatchObject({ title: 'strong' })
})

test('a changed price is kept as history with its day, the first price included', async () => {
  await store([point()])
  expect(await changes()).toEqual([])
  await store([point({ day: '2026-03-05', price: { cents: 9_000, currency: 'USD' } })])
  await store([point({ day: '2026-03-09', price: { cents: 8_500, currency: 'USD' } })])
  await store([point({ day: '2026-03-09', price: { cents: 8_000, currency: 'USD' } })])
  expect(await changes()).toEqual([
    { day: '2026-03-01', cents: 10_000 },
    { day: '2026-03-05', cents: 9_000 },
    { day: '2026-03-09', cents: 8_000 },
  ])
  expect(await row()).toMatchObject({ cents: 10_000, last: 8_000, last_day: '2026-03-09' })
})

test('an older observation that arrives late does not change the last price', async () => {
  await store([point({ day: '2026-03-05' })])
  expect(await store([point({ day: '2026-03-01', price: { cents: 1, currency: 'USD' } })])).toBe(0)
  expect(await row()).toMatchObject({ last: 10_000, last_day: '2026-03-05' })
})

test('the same answer twice on one day writes nothing, and on the next day only that it was seen', async () => {
  await store([point()])
  expect(await store([point()])).toBe(0)
  expect(await store([point({ day: '2026-03-02' })])).toBe(1)
  expect(await changes()).toEqual([])
})

test('workers that race store no point twice and do not deadlock', async () => {
  const points = Array.from({ length: 300 }, (_, i) => point({ externalId: String(i), title: `offer ${i}` }))
  await Promise.all(
    Array.from({ length: 8 }, (_, worker) =>
      store(worker % 2 === 0 ? points : points.toReversed(), `scrape job ${worker}`),
    ),
  )
  expect(await sql('select count(*)::int as points from price_points')).toEqual([{ points: 300 }])
  const doubled =
    'select intake_id, source_id, dedupe_key, count(*) from price_points group by 1, 2, 3 having count(*) > 1'
  expect(await sql(doubled)).toEqual([])
})

test('a title with a NUL is stored without it', async () => {
  await store([point({ title: 'Mor\0gan' })])
  expect(await row()).toMatchObject({ title: 'Morgan' })
})
