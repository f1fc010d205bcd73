import { expect, test } from 'vitest'
import { coinServer } from '../support/api-server.ts'
import { coinDatabase } from '../support/app-database.ts'
import { until } from '../support/until.ts'

const database = coinDatabase()
const { sql } = database

const morgan = { year: 1881, mintMark: 'S', denomination: 'dollar', series: 'Morgan', grade: 'PCGS MS65' }
const addPoint = (coin: number, cents: number, day = 'current_date') =>
  sql(
    `insert into price_points (intake_id, source_id, dedupe_key, price_type, price_cents, currency, day, title, match_strength, origin,
       last_price_type, last_price_cents, last_day)
     values ($1, 1, gen_random_uuid(), 'sold', $2, 'USD', ${day}, '1881-S Morgan', 1, 'import 1', 'sold', $2, ${day})`,
    [coin, cents],
  )

test('a coin is added, changed, marked as sold and removed', async () => {
  const { ask } = await coinServer(database)
  const added = await ask('POST /coins', { ...morgan, paidCents: 18_000, paidFeesCents: 1_250, currency: 'USD' })
  expect(added).toMatchObject({
    status: 201,
    body: {
      ...{ collectorId: 1, collector: 'collector', intake: { ...morgan, status: 'owned', quantity: 1 } },
      ...{ cost: { cents: 19_250, currency: 'USD' }, value: { status: 'too-few-points', basis: null } },
    },
  })
  const path = `/coins/${added.body.id}`
  const changed = await ask(`PATCH ${path}`, { grade: null, note: 'in the safe' })
  expect(changed.body.intake).toMatchObject({ year: 1881, note: 'in the safe', paidCents: 18_000 })
  expect(changed.body.intake.grade).toBeUndefined()
  const sold = await ask(`PATCH ${path}`, { status: 'sold', soldOn: '2026-03-01', soldCents: 21_000 })
  expect(sold.body).toMatchObject({ intake: { status: 'sold' }, realisedGain: { cents: 1_750, currency: 'USD' } })
  expect((await ask('GET /coins?status=owned')).body.coins).toEqual([])
  expect((await ask(`DELETE ${path}`)).status).toBe(204)
  expect((await ask(`GET ${path}`)).body.code).toBe('unknown-coin')
})

test.each([
  [{}, 'expected a title, series, denomination, certificate or catalogue number'],
  [{ title: 'a coin', soldCents: 1 }, 'expected sold, because the coin has a sale'],
  [
    { title: 'a coin', status: 'sold', boughtOn: '2026-03-02', soldOn: '2026-03-01' },
    'a sale not before the purchase on 2026-03-02',
  ],
  [{ title: 'a coin', paidCents: 1.5 }, '/paidCents'],
  [{ title: 'a coin', paidCents: -1 }, '/paidCents'],
  [{ title: 'a coin', currency: 'dollars' }, 'expected a currency code, as in USD'],
  [{ title: 'a coin', boughtOn: '2026-02-30' }, '/boughtOn'],
  [{ title: 'a\0coin' }, '/title'],
  [{ title: 'a coin', colour: 'red' }, '/colour'],
])('POST /coins with %j is refused', async (json, message) => {
  const { ask } = await coinServer(database)
  const { status, text } = await ask('POST /coins', json)
  expect([status, text]).toEqual([400, expect.stringContaining(message)])
})

test('a collector sees their own coins with their token, and no others', async () => {
  const { ask } = await coinServer(database)
  const [ada, bob] = [await ask('POST /readers', { name: 'Ada' }), await ask('POST /readers', { name: 'Bob' })]
  expect(ada.body.url).toContain(`/api/coin-prices/open/${ada.body.token}/coins`)
  const add = async (reader: number, title: string) => (await ask('POST /coins', { title, reader })).body.id
  const ofAda = await add(ada.body.reader.id, 'of Ada')
  const ofBob = await add(bob.body.reader.id, 'of Bob')
  const asked = (path: string, token = ada.body.token) => ask(`GET /open/${token}${path}`, undefined, { token: null })
  const titles = async (token: string) =>
    (await asked('/coins', token)).body.coins.map(({ intake }: { intake: { title: string } }) => intake.title)
  expect([await titles(ada.body.token), await titles(bob.body.token)]).toEqual([['of Ada'], ['of Bob']])
  for (const path of ['', '/points', '/history']) {
    expect([path, (await asked(`/coins/${ofAda}${path}`)).status]).toEqual([path, 200])
    expect([path, (await asked(`/coins/${ofBob}${path}`)).body.code]).toEqual([path, 'unknown-coin'])
  }
  expect((await asked(`/coins?reader=${bob.body.reader.id}`)).status).toBe(400)
  expect((await asked('/coins', 'a'.repeat(26))).body.code).toBe('unknown-collector')
  expect((await asked('/coins', 'short')).status).toBe(404)
  const { body: renewed } = await ask(`POST /readers/${ada.body.reader.id}/token`)
  expect((await asked('/coins')).status).toBe(404)
  expect(await titles(renewed.token)).toEqual(['of Ada'])
  const removed = await ask(`DELETE /open/${renewed.token}/coins/${ofAda}`, undefined, { token: null })
  expect(removed.status).toBeGreaterThanOrEqual(400)
  expect((await ask(`GET /coins/${ofAda}`)).status).toBe(200)
})

test('without a token of the server no coin is shown, and a token that may read changes none', async () => {
  const { ask } = await coinServer(database)
  expect((await ask('GET /coins', undefined, { token: null })).status).toBe(401)
  const reading = { token: 'read-token-of-the-tests' }
  expect((await ask('GET /coins', undefined, reading)).status).toBe(200)
  expect((await ask('POST /coins', { title: 'a coin' }, reading)).status).toBe(403)
})

test('lists of coins and prices have pages', async () => {
  const { ask } = await coinServer(database)
  const { body: zoe } = await ask('POST /readers', { name: 'Zoe' })
  const ids: number[] = []
  for (const title of ['one', 'two', 'three']) {
    ids.push((await ask('POST /coins', { title, reader: zoe.reader.id })).body.id)
  }
  const first = (await ask(`GET /coins?reader=${zoe.reader.id}&limit=2`)).body
  const second = (await ask(`GET /coins?reader=${zoe.reader.id}&limit=2&after=${first.next}`)).body
  const idsOf = (page: { coins: { id: number }[] }) => page.coins.map(({ id }) => id)
  expect([idsOf(first), idsOf(second), second.next]).toEqual([ids.slice(0, 2), ids.slice(2), null])
  for (const days of [3, 1, 2]) await addPoint(ids[0]!, days * 100, `current_date - ${days}`)
  const points = (await ask(`GET /coins/${ids[0]}/points?limit=2`)).body
  const rest = (await ask(`GET /coins/${ids[0]}/points?limit=2&after=${points.next}`)).body
  const cents = [...points.points, ...rest.points].map(({ priceCents }) => priceCents)
  expect([cents, rest.next]).toEqual([[100, 200, 300], null])
  for (const query of ['limit=0', 'limit=501', 'after=x', 'status=lent', 'colour=red']) {
    expect([query, (await ask(`GET /coins?${query}`)).status]).toEqual([query, 400])
  }
  expect((await ask('GET /coins?reader=4711000')).body.code).toBe('unknown-reader')
})

test('a valuation on demand gives value, reasons and history', async () => {
  const { ask, work } = await coinServer(database)
  await work()
  const { body: coin } = await ask('POST /coins', { ...morgan, paidCents: 18_000 })
  for (const cents of [20_000, 20_500, 21_000, 20_700, 900_000]) await addPoint(coin.id, cents)
  const asked = await ask(`POST /coins/${coin.id}/valuation`)
  expect(asked).toMatchObject({ status: 202, body: { jobId: expect.stringMatching(/./) } })
  const valued = await until('the coin is valued', async () => {
    const { body } = await ask(`GET /coins/${coin.id}`)
    return body.value.status === 'valued' ? body : undefined
  })
  expect(valued.value).toMatchObject({ basis: 'sold', pointsUsed: 4, pointsLeftOut: 1, band: { currency: 'USD' } })
  expect(valued.gain.fairCents).toBe(valued.value.band.fairCents - 18_000)
  const { points } = (await ask(`GET /coins/${coin.id}/points`)).body
  expect(points.filter(({ isUsed }: { isUsed: boolean }) => !isUsed)).toMatchObject([
    { priceCents: 900_000, leftOutFor: 'outlier', source: 'ebay-browse', priceType: 'sold', origin: 'import 1' },
  ])
  expect((await ask(`GET /coins/${coin.id}/history`)).body.history).toMatchObject([{ status: 'valued', pointsUsed: 4 }])
  expect((await ask('POST /coins/4711000/valuation')).status).toBe(404)
  const exclusion = `/coins/${coin.id}/points/${points[0].id}/exclusion`
  const excluded = async () => (await sql('select excluded_at from price_points where id = $1', [points[0].id]))[0]
  expect((await ask(`PUT ${exclusion}`)).status).toBe(204)
  expect((await excluded()).excluded_at).toBeInstanceOf(Date)
  expect((await ask(`DELETE ${exclusion}`)).status).toBe(204)
  expect((await excluded()).excluded_at).toBeNull()
  expect((await ask(`PUT /coins/${coin.id}/points/4711000/exclusion`)).body.code).toBe('unknown-price-point')
})
