import { createPawl, type Pawl } from 'pawl'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { coinPrices } from '../../src/index.ts'
import { coinDatabase } from '../support/app-database.ts'
import { type Called, type CallOptions, commandCaller } from '../support/call-command.ts'

const database = coinDatabase()
const { sql, pool: db, url } = database
const app = coinPrices({ ebay: { clientId: 'id', clientSecret: 'secret' }, collecting: { everyMs: 86_400_000 } })
let pawl: Pawl
let call: (line: string, options?: CallOptions) => Promise<Called>
beforeAll(() => {
  const jobs = app.jobs.filter(({ type }) => type === 'coins.value')
  const options = { jobs, queues: { 'coin-value': { concurrency: 1 } }, migrate: false }
  pawl = createPawl({ url, ...options, worker: { pollMs: 50, heartbeatMs: 500 } })
  call = commandCaller(app.commands ?? [], { pawl, db }, () => pawl.start())
})
afterAll(() => pawl.stop({ graceMs: 0 }))

const morgan = { year: '1881-S', denomination: 'dollar', series: 'Morgan', grade: 'PCGS MS65', paid: '180' }
const addPoint = (coin: string, cents: number, type = 'sold') =>
  sql(
    `insert into price_points (intake_id, source_id, dedupe_key, price_type, price_cents, currency, day, title, match_strength, origin,
       last_price_type, last_price_cents, last_day)
     values ($1, 1, gen_random_uuid(), $2, $3, 'USD', current_date, '1881-S Morgan', 1, 'import 1', $2, $3, current_date)`,
    [coin, type, cents],
  )

test('a coin is added, listed, edited, sold, taken back and removed', async () => {
  expect((await call('list')).err).toEqual(['no coin; pawl coins add --help shows how one is added'])
  const added = await call('add', { options: { ...morgan, paidFees: '12.50', quantity: '2' } })
  const id = added.out[0]!
  expect(added).toMatchObject({ code: 0, err: [`coin ${id} is added: 1881-S Morgan dollar PCGS MS65`] })
  expect((await call('list')).out).toEqual([
    `${id} | 1881-S Morgan dollar PCGS MS65 | PCGS MS65 | owned | - | - | - | 0 | 372.50 USD | -`,
  ])
  await call(`edit ${id}`, { options: { grade: 'PCGS MS66', note: 'in the safe' } })
  const edited = (await call(`show ${id}`, { json: true })).data
  expect(edited).toMatchObject({ collector: 'collector', cost: { cents: 37_250, currency: 'USD' } })
  expect(edited.intake).toMatchObject({
    ...{ year: 1881, mintMark: 'S', grade: 'PCGS MS66', note: 'in the safe', quantity: 2, paidCents: 18_000 },
  })
  await call(`edit ${id}`, { options: { note: '' } })
  expect((await call(`show ${id}`, { json: true })).data.intake.note).toBeUndefined()
  await call(`sell ${id}`, { options: { on: '2026-03-01', for: '210', fees: '21.50' } })
  const sold = (await call(`show ${id}`, { json: true })).data
  expect(sold).toMatchObject({ intake: { status: 'sold', soldOn: '2026-03-01' }, realisedGain: { cents: 2_600 } })
  expect((await call(`show ${id}`)).out).toContain('gain     26.00 USD by its sale')
  expect((await call('list', { options: { status: 'owned' } })).err).toHaveLength(1)
  await call(`edit ${id}`, { options: { status: 'owned' } })
  expect((await call(`show ${id}`, { json: true })).data.intake).toMatchObject({ status: 'owned', paidCents: 18_000 })
  expect((await call(`remove ${id}`)).err).toEqual([`coin ${id} is removed`])
  await expect(call(`show ${id}`)).rejects.toThrow(`there is no coin ${id}; GET /api/coin-prices/coins or`)
})

test.each([
  ['add', {}, 'expected a title, series, denomination, certificate or catalogue number'],
  ['add', { title: 'a coin', paid: 'much' }, '--paid: expected '],
  ['add', { title: 'a coin', boughtOn: '3/4/2026' }, '--bought-on: expected a date, as in 2026-03-01'],
  ['add', { title: 'a coin', status: 'lent' }, "--status: expected owned, watched or sold; got 'lent'"],
  ['add', { title: 'a coin', reader: 'zoe' }, "there is no reader 'zoe'"],
  ['edit 4711000', { title: 'a coin' }, 'there is no coin 4711000'],
  ['sell x', {}, "expected the number of a coin, as lists show it; got 'x'"],
  ['remove 4711000', {}, 'there is no coin 4711000'],
  ['value 4711000', {}, 'there is no coin 4711000'],
  ['list', { status: 'lent' }, "--status takes owned, watched or sold; got 'lent'"],
  ['list', { limit: '0' }, '--limit takes a number from 1 to 500'],
  ['sources rate pcgs 0', {}, "expected requests a minute from 1 to 999999, or none; got '0'"],
  ['sources enable nowhere', {}, "there is no source 'nowhere'; pawl coins sources shows all"],
  ['sources pause pcgs', {}, 'expected pawl coins sources [enable|disable <source>], or rate'],
  ['sources enable pcgs', {}, 'no worker has declared pcgs; set its credentials and start a worker first'],
])('%s with %j is refused', async (line, options, message) => {
  await expect(call(line, { options })).rejects.toThrow(message)
})

test('each collector has coins of its own, and a token that is shown once', async () => {
  const { out, err } = await call('readers add ada')
  expect(out[0]).toMatch(/^[0-9a-z]{26}$/)
  expect(err[1]).toContain(`/api/coin-prices/open/${out[0]}/coins`)
  await call('add', { options: { title: 'of Ada', reader: 'ada' } })
  await call('add', { options: { title: 'of the first collector' } })
  const names = async (reader: string) =>
    (await call('list', { options: { reader }, json: true })).data.coins.map(
      ({ intake }: { intake: { title: string } }) => intake.title,
    )
  expect(await names('ada')).toEqual(['of Ada'])
  expect(await names('collector')).toEqual(['of the first collector'])
})

test('a coin is valued on demand, and shows what each price counts', async () => {
  const id = (await call('add', { options: morgan })).out[0]!
  expect((await call(`value ${id}`)).err.at(-1)).toBe('1881-S Morgan dollar PCGS MS65: too few prices for a value')
  for (const cents of [20_000, 21_000, 20_500, 20_700, 900_000]) await addPoint(id, cents)
  await addPoint(id, 50_000, 'ask')
  const { out } = await call(`value ${id}`)
  expect(out[0]).toMatch(/^1881-S Morgan dollar PCGS MS65: 20\d\.\d\d USD \(20\d\.\d\d to 2[01]\d\.\d\d\)$/)
  const shown = await call(`show ${id}`)
  expect(shown.out.join('\n')).toContain('from 4 sold prices')
  expect(shown.out.join('\n')).toMatch(/gain {5}2\d\.\d\d USD if sold at its value/)
  const { points, history } = (await call(`show ${id}`, { json: true })).data
  const reasons = points.map((point: { isUsed: boolean; leftOutFor: string }) => point.leftOutFor ?? point.isUsed)
  expect(reasons.sort()).toEqual(['not-sold', 'outlier', true, true, true, true])
  expect(history.at(-1)).toMatchObject({ status: 'valued', basis: 'sold', pointsUsed: 4 })
})

test('a price that a person excludes does not count until that is taken back', async () => {
  const id = (await call('add', { options: morgan })).out[0]!
  for (const cents of [20_000, 20_000, 20_000, 30_000]) await addPoint(id, cents)
  await call(`value ${id}`)
  const points = async () => (await call(`show ${id}`, { json: true })).data.points
  const wrong = (await points()).find(({ priceCents }: { priceCents: number }) => priceCents === 30_000).id
  const of = async () => (await points()).find((point: { id: number }) => point.id === wrong)
  expect((await call(`exclude ${id} ${wrong}`)).err).toEqual([
    `price ${wrong} is left out, and coin ${id} will be valued`,
  ])
  await call(`value ${id}`)
  expect(await of()).toMatchObject({ isUsed: false, leftOutFor: 'excluded' })
  await call(`exclude ${id} ${wrong}`, { options: { undo: true } })
  await call(`value ${id}`)
  expect(await of()).toMatchObject({ isUsed: true, leftOutFor: null })
  await expect(call(`exclude ${id} 4711000`)).rejects.toThrow('there is no price-point 4711000')
})

test('the value of a collection is shown by day, with its cost', async () => {
  await call('readers add dora')
  const reader = { reader: 'dora' }
  expect((await call('value', { options: reader })).err).toEqual(['no owned coin has been valued on these days'])
  const id = (await call('add', { options: { ...morgan, ...reader } })).out[0]!
  await sql(
    `insert into valuation_history (intake_id, status, basis, currency, low_cents, fair_cents, high_cents, confidence, points_used, valued_at)
     values ($1, 'valued', 'sold', 'USD', 19000, 20000, 21000, 0.9, 5, now() - interval '1 day')`,
    [id],
  )
  const { out } = await call('value', { options: { ...reader, days: '30' } })
  expect(out).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\d \| 190\.00 USD \| 200\.00 USD \| 210\.00 USD \| 1 \| 0$/),
    expect.stringMatching(/ \| 200\.00 USD \| /),
    'cost of the owned coins: 180.00 USD',
  ])
  await expect(call('value', { options: { days: '0' } })).rejects.toThrow('--days takes a number from 1 to 366')
})

test('operators list sources, disable one, and change its rate', async () => {
  await sql('delete from pawl.source')
  const declared = createPawl({ url, jobs: [], sources: app.sources ?? [], migrate: false })
  try {
    await declared.start()
    const state = async () =>
      (await call('sources', { json: true })).data.sources.find(({ name }: { name: string }) => name === 'ebay-browse')
    expect(await state()).toMatchObject({ isEnabled: true, failureStreak: 0, pausedUntil: null })
    await call('sources rate ebay-browse 30')
    await call('sources disable ebay-browse')
    expect(await state()).toMatchObject({ isEnabled: false, ratePerMinute: 30, pausedUntil: null })
    await call('sources enable ebay-browse')
    await call('sources rate ebay-browse none')
    expect(await state()).toMatchObject({ isEnabled: true, ratePerMinute: null })
  } finally {
    await declared.stop({ graceMs: 0 })
  }
})
