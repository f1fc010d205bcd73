import { type Sandbox, startSandbox } from '@pawl/sandbox'
import { createPawl, type Pawl } from 'pawl'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { coinPrices } from '../src/index.ts'
import { coinDatabase } from './support/app-database.ts'
import { until } from './support/until.ts'

const { sql, url, pool } = coinDatabase()
const most = 12
let sandbox: Sandbox
let pawl: Pawl

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
  const { ebay, pcgs, numista } = sandbox.urls.coinPrices
  const app = coinPrices({
    ebay: { clientId: 'sandbox-client', clientSecret: 'sandbox-secret', url: ebay },
    pcgs: { token: 'sandbox-pcgs-token', url: pcgs },
    numista: { apiKey: 'sandbox-numista-key', url: numista },
    allowPrivate: [new URL(ebay).origin],
    collecting: { checkEveryMs: 50, takeUpEveryMs: 50 },
    coins: sandbox.coins.market.coins.slice(0, most),
  })
  pawl = createPawl({
    ...{ url, jobs: app.jobs, sources: app.sources ?? [], schedules: app.schedules ?? [], queues: app.queues ?? {} },
    ...{ migrate: false, worker: { pollMs: 50 } },
  })
  await pawl.start()
  await sql('update sources set rate_limit_per_minute = 60000 where enabled')
  await app.start!({ pawl, db: pool })
  await app.start!({ pawl, db: pool })
})
afterAll(async () => {
  await pawl.stop({ graceMs: 0 })
  await sandbox.stop()
})

test('coins are collected from all sources and valued near their true values', async () => {
  const valued = await until('all coins are valued', async () => {
    const [{ open }] = await sql(
      `select count(*)::int as open from scrape_jobs where status not in ('succeeded', 'failed')`,
    )
    const [{ stale }] = await sql(
      `select count(*)::int as stale from valuations where stale_since is not null or valued_at is null`,
    )
    const rows = await sql(
      `select i.import_key, v.* from coin_intakes i join valuations v on v.intake_id = i.id order by i.id`,
    )
    return open === 0 && stale === 0 && rows.length > 0 && rows
  })
  expect(valued).toHaveLength(most)
  const errors = valued.map(({ import_key, fair_cents }) => {
    const coin = sandbox.coins.market.coins[Number(import_key.slice('first-'.length)) - 1]!
    const truth = sandbox.coins.market.trueCents(coin)
    return Math.abs(Number(fair_cents) - truth) / truth
  })
  errors.sort((a, b) => a - b)
  expect(errors[Math.floor(most / 2)]).toBeLessThan(0.05)
  expect(await sql(`select status, count(*)::int from scrape_jobs where status = 'failed' group by 1`)).toEqual([])
  expect(sandbox.coins.tokensGranted).toBe(2)
})
