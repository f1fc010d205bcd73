import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { coinPrices } from '../../src/index.ts'
import { commandCaller } from '../support/call-command.ts'
import { coinBench } from '../support/coin-bench.ts'
import { until } from '../support/until.ts'

const { sql, pool: db, open } = coinBench()

const hook = { url: '', status: 200, received: [] as { text: string; toCents: number; noticeId: number }[] }
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    hook.received.push(JSON.parse(Buffer.concat(chunks).toString()))
    response.writeHead(hook.status).end()
  })
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  hook.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(async () => {
  Object.assign(hook, { status: 200, received: [] })
  await sql('truncate alerts restart identity cascade')
})
afterAll(() => void server.close())

async function bench() {
  const options = { allowPrivate: [hook.url] }
  const pawl = await open(options)
  const call = commandCaller(coinPrices(options).commands ?? [], { pawl, db })
  const value = async (...cents: number[]) => {
    await sql('truncate price_points cascade')
    for (const each of cents) {
      await sql(
        `insert into price_points (intake_id, source_id, dedupe_key, price_type, price_cents, currency, day, title, match_strength,
           origin, last_price_type, last_price_cents, last_day)
         values (1, 1, gen_random_uuid(), 'sold', $1, 'USD', current_date, 'a coin', 1, 'import 1', 'sold', $1, current_date)`,
        [each],
      )
    }
    await call('value 1')
  }
  const notices = async () => sql(`select message->>'text' as text, delivered_at from alert_notices order by id`)
  return { call, value, notices }
}

test('a value that moves far enough makes one notice, and calls the webhook once', async () => {
  const { call, value, notices } = await bench()
  await call('alerts add', { options: { percent: '5', coin: '1', webhook: `${hook.url}/hook` } })
  await value(10_000, 10_000, 10_000)
  await value(10_400, 10_400, 10_400)
  expect(await notices()).toEqual([])
  await value(11_000, 11_000, 11_000)
  await value(11_000, 11_000, 11_000)
  const [notice, ...others] = await until('the webhook has accepted it', async () => {
    const rows = await notices()
    return rows[0]?.delivered_at !== null && rows
  })
  expect(others).toEqual([])
  expect(notice.text).toMatch(/^1881-S Morgan dollar rose by 10 %: from 100\.00 USD to 110\.00 USD /)
  expect(hook.received).toMatchObject([{ type: 'coin-prices.value-moved', text: notice.text, toCents: 11_000 }])
  expect((await call('watch', { options: { limit: '1' } })).out).toEqual([expect.stringContaining(notice.text)])
})

test('a rule without a coin is for all coins of its collector, and for no others', async () => {
  const { call, value, notices } = await bench()
  await call('readers add zoe')
  await call('alerts add', { options: { reader: 'zoe' } })
  await call('alerts add', {})
  await value(10_000, 10_000, 10_000)
  await value(5_000, 5_000, 5_000)
  expect((await notices()).map(({ text }) => text)).toEqual([expect.stringContaining('fell by 50 %')])
  expect((await call('alerts')).out).toEqual(['1 | zoe | all | 10 | -', '2 | collector | all | 10 | -'])
  await call('alerts remove 2')
  await value(10_000, 10_000, 10_000)
  expect(await notices()).toEqual([])
  await call('readers remove zoe')
})

test('a sold coin makes no notice, and a webhook that refuses a notice leaves it in the application', async () => {
  const { call, value, notices } = await bench()
  hook.status = 410
  await call('alerts add', { options: { webhook: hook.url } })
  await value(10_000, 10_000, 10_000)
  await value(20_000, 20_000, 20_000)
  await until('the webhook is called', async () => hook.received.length === 1)
  expect(await notices()).toMatchObject([{ delivered_at: null }])
  await call('sell 1')
  await value(40_000, 40_000, 40_000)
  expect(await notices()).toHaveLength(1)
})

test.each([
  ['alerts add', { percent: '0' }, '--percent takes a number above 0'],
  ['alerts add', { percent: '1001' }, '--percent takes a number above 0, at most 1000'],
  ['alerts add', { coin: '4711000' }, 'there is no coin 4711000'],
  ['alerts add', { webhook: 'http://10.0.0.1/' }, 'the webhook cannot be called'],
  ['alerts add', { webhook: 'nonsense' }, 'the webhook cannot be called'],
  ['alerts remove 4711000', {}, 'there is no alert 4711000; pawl coins alerts shows all'],
  ['alerts raise', {}, "expected pawl coins alerts [add | remove <alert>]; got 'raise'"],
])('%s with %j is refused', async (line, options, message) => {
  const { call } = await bench()
  await expect(call(line, { options })).rejects.toThrow(message)
})
