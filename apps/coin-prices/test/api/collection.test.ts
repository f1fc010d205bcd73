import { expect, test } from 'vitest'
import { coinServer } from '../support/api-server.ts'
import { coinDatabase } from '../support/app-database.ts'

const database = coinDatabase()
const { sql } = database

const addValue = (coin: number, cents: number, daysAgo: number, currency = 'USD') =>
  sql(
    `insert into valuation_history (intake_id, status, basis, currency, low_cents, fair_cents, high_cents, confidence, points_used, valued_at)
     values ($1, 'valued', 'sold', $2, $3 - 100, $3, $3 + 100, 0.9, 5, now() - $4 * interval '1 day')`,
    [coin, currency, cents, daysAgo],
  )

test('the value of a collection over time has cost, realised gain, and one total where rates are known', async () => {
  const { ask } = await coinServer(database)
  const { body: ada } = await ask('POST /readers', { name: 'Ada' })
  const { body: bob } = await ask('POST /readers', { name: 'Bob' })
  const add = async (coin: object) => (await ask('POST /coins', { reader: ada.reader.id, ...coin })).body.id
  const dollars = await add({ title: 'in dollars', quantity: 2, paidCents: 1_000, paidFeesCents: 50 })
  const euros = await add({ title: 'in euros', currency: 'EUR', paidCents: 500 })
  await add({ title: 'sold', status: 'sold', paidCents: 700, soldOn: '2020-01-01', soldCents: 900, soldFeesCents: 20 })
  const others = await add({ title: 'of Bob', reader: bob.reader.id })
  await addValue(dollars, 1_100, 5)
  await addValue(dollars, 1_500, 1)
  await addValue(dollars, 1_200, 1)
  await addValue(euros, 1_000, 2, 'EUR')
  await addValue(others, 999_900, 3)
  await sql(`insert into exchange_rates values ('EUR', 'USD', current_date - 3, 1.5)`)
  const asked = async (query: string) => {
    const { status, body } = await ask(`GET /open/${ada.token}/collection?${query}`, undefined, { token: null })
    return status === 200 ? body : status
  }
  const { days, cost, realisedGain } = await asked('days=3&currency=USD')
  expect(days.map(({ sums }: { sums: { fairCents: number }[] }) => sums.map(({ fairCents }) => fairCents))).toEqual([
    [2_200, 1_000],
    [2_400, 1_000],
    [2_400, 1_000],
  ])
  expect(days.at(-1)).toMatchObject({
    total: { currency: 'USD', lowCents: 2_200 + 1_350, fairCents: 3_900, coins: 3 },
    converted: [{ from: 'EUR', fairCents: 1_500, rate: expect.stringMatching(/^1\.50*$/) }],
  })
  expect(cost).toEqual([
    { cents: 2_050, currency: 'USD' },
    { cents: 500, currency: 'EUR' },
  ])
  expect(realisedGain).toEqual([{ cents: 180, currency: 'USD' }])
  expect((await asked('days=1')).days[0].total).toBeUndefined()
  for (const query of ['days=0', 'days=367', 'currency=dollars', 'reader=1']) {
    expect([query, await asked(query)]).toEqual([query, 400])
  }
})

test('coins are exported as CSV, to a collector their own alone', async () => {
  const { ask } = await coinServer(database)
  const { body: eve } = await ask('POST /readers', { name: 'Eve' })
  await ask('POST /coins', { title: 'of Eve', reader: eve.reader.id })
  await ask('POST /coins', { title: 'of the first collector' })
  const own = await ask(`GET /open/${eve.token}/coins.csv`, undefined, { token: null })
  expect(own.text).toMatch(/Status,Issuer/)
  expect(own.text).toContain('of Eve')
  expect(own.text).not.toContain('of the first collector')
  expect((await ask('GET /coins.csv')).text).toContain('of the first collector')
  expect((await ask(`GET /coins.csv?reader=${eve.reader.id}`)).text).toBe(own.text)
})
