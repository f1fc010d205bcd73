import { expect, test } from 'vitest'
import { markStale } from '../../src/tables/valuations.ts'
import { coinBench } from '../support/coin-bench.ts'
import { offer, page } from '../support/market-server.ts'
import { until } from '../support/until.ts'

const { sql, pool, market, open, states } = coinBench()
const title = '1881-S Morgan Silver Dollar'
const valuation = async () => (await sql('select * from valuations'))[0]
const add = (cents: number, { type = 'sold', currency = 'USD', day = 'current_date' } = {}) =>
  sql(
    `insert into price_points (intake_id, source_id, dedupe_key, price_type, price_cents, currency, day, title, match_strength, origin,
       last_price_type, last_price_cents, last_day)
     values (1, 1, gen_random_uuid(), $1, $2, $3, ${day}, 'a coin', 1, 'import 1', $1, $2, ${day})`,
    [type, cents, currency],
  )
const stale = () => sql(`update valuations set stale_since = now() - interval '2 minutes'`)
const options = { valuing: { checkEveryMs: 50 } }

test('a new coin has a valuation without figures, and too few points leave it so', async () => {
  expect(await valuation()).toMatchObject({ status: 'too-few-points', fair_cents: null, basis: null, valued_at: null })
  await add(10_000)
  await stale()
  await open(options)
  const valued = await until('it is valued', async () =>
    (await valuation()).valued_at !== null ? valuation() : undefined,
  )
  expect(valued).toMatchObject({
    ...{
      status: 'too-few-points',
      low_cents: null,
      fair_cents: null,
      high_cents: null,
      points_used: 0,
      points_left_out: 1,
    },
    left_out: [{ id: expect.any(Number), reason: 'too-few-points' }],
  })
})

test('a coin keeps one row, and its history has each valuation that differs', async () => {
  await open(options)
  for (const cents of [10_000, 11_000, 12_000]) await add(cents)
  await stale()
  await until('three points are used', async () => (await valuation()).points_used === 3)
  await stale()
  await until('it is valued again', async () => (await valuation()).stale_since === null)
  await add(50_000)
  await stale()
  await until('four points are used', async () => (await valuation()).points_used === 4)
  expect(await sql('select intake_id, count(*)::int as rows from valuations group by 1')).toEqual([
    { intake_id: '1', rows: 1 },
  ])
  const history = await sql('select points_used from valuation_history order by id')
  expect(history).toEqual([{ points_used: 3 }, { points_used: 4 }])
})

test('points in another currency are converted by the rate of their day, and left out without one', async () => {
  await sql(
    `insert into exchange_rates values ('EUR', 'USD', current_date - 10, 1.10), ('EUR', 'USD', current_date - 2, 1.25)`,
  )
  await add(10_000, { currency: 'EUR', day: 'current_date - 5' })
  await add(10_000, { currency: 'EUR' })
  await add(11_000)
  await add(11_500)
  await add(99_000, { currency: 'JPY' })
  await stale()
  await open(options)
  await until('four points are used', async () => (await valuation()).points_used === 4)
  const { conversions, left_out } = await valuation()
  expect(conversions.map(({ cents, rate }: { cents: number; rate: string }) => [cents, Number(rate)]).sort()).toEqual([
    ...[
      [11_000, 1.1],
      [12_500, 1.25],
    ],
  ])
  expect(left_out).toEqual([{ id: expect.any(Number), reason: 'no-exchange-rate' }])
})

test('sold prices alone make the figure while asking prices stand beside them', async () => {
  for (const cents of [10_000, 10_000, 10_000]) await add(cents)
  for (const cents of [90_000, 90_000, 90_000]) await add(cents, { type: 'ask' })
  await stale()
  await open(options)
  const valued = await until('it is valued', async () =>
    (await valuation()).points_used > 0 ? valuation() : undefined,
  )
  expect(valued).toMatchObject({ basis: 'sold', fair_cents: '10000', points_used: 3, points_left_out: 3 })
})

test('points that are stored while a coin is valued are in a later valuation', async () => {
  market.reply = () => page(...[1, 2, 3].map((id) => offer(String(id), title, '100.00')))
  const holder = await pool.connect()
  try {
    // a valuation that is under way holds its row
    await holder.query('begin')
    await markStale(holder, 1)
    await sql('insert into scrape_jobs (intake_id, source_id) values (1, 1)')
    const pawl = await open()
    const waiting = `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and query like '%stale_since%'`
    await until('the collection waits for it', async () => (await sql(waiting))[0].n === 1)
    expect((await pawl.queues.depth('coin-value')).pending).toBe(0)
    await holder.query('commit')
  } finally {
    holder.release()
  }
  await states('succeeded')
  await until('it is valued with them', async () => (await valuation()).points_used === 3)
})

test('a change of what identifies a coin makes its sources due and its valuation stale', async () => {
  await sql(`update coin_intakes set note = 'in the safe'`)
  expect((await valuation()).stale_since).toBeNull()
  await sql(`update coin_intakes set mint_mark = 'CC'`)
  expect((await valuation()).stale_since).toBeInstanceOf(Date)
  expect(await sql('select count(*)::int as due from collection where next_at <= now()')).toEqual([{ due: 4 }])
})
