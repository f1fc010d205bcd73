import { expect, test } from 'vitest'
import { coinBench, ebayError } from '../support/coin-bench.ts'
import { page } from '../support/market-server.ts'
import { until } from '../support/until.ts'

const { sql, market, open } = coinBench()
const add = (jobs: number) =>
  sql('insert into scrape_jobs (intake_id, source_id) select 1, 1 from generate_series(1, $1)', [jobs])
const allDone = (jobs: number) =>
  until(`${jobs} jobs have succeeded`, async () => {
    const [{ done }] = await sql(`select count(*)::int as done from scrape_jobs where status = 'succeeded'`)
    return done === jobs
  })

test('two processes with twelve jobs at once fetch one token, and no transaction is open meanwhile', async () => {
  const olderThan = `select count(*)::int as n from pg_stat_activity where datname = current_database() and xact_start < $1`
  const running = `select count(*)::int as n from scrape_jobs where status = 'running'`
  market.replyToken = async () => {
    const [{ at }] = await sql('select clock_timestamp() as at')
    await until('all jobs run', async () => (await sql(running))[0].n === 12)
    await until('no transaction is as old as this request', async () => (await sql(olderThan, [at]))[0].n === 0)
    return { json: { access_token: 'the token', expires_in: 7_200 } }
  }
  await add(12)
  await Promise.all([open(), open()])
  await allDone(12)
  expect(market.tokens).toBe(1)
})

test('a token that eBay no longer accepts is fetched again once, for all workers', async () => {
  const used: (string | undefined)[] = []
  market.reply = ({ headers: { authorization } }) => {
    used.push(authorization)
    return authorization === 'Bearer token 1' ? { status: 401, json: ebayError(1_001, 'Invalid access token') } : page()
  }
  await add(8)
  await open()
  await allDone(8)
  expect(market.tokens).toBe(2)
  expect(used).toContain('Bearer token 1')
})

test('a lease of a worker that died is taken over when it has expired, and other credentials get another token', async () => {
  await sql(`insert into oauth_tokens (source, scope, credentials, token, expires_at, lease, lease_until)
    values ('ebay-oauth', 'https://api.ebay.com/oauth/api_scope', 'of another key', 'another token', now() + interval '1 hour',
            'of a dead worker', now() + interval '1 s')`)
  await add(1)
  await open()
  await allDone(1)
  expect(market.tokens).toBe(1)
  expect(await sql('select token, lease from oauth_tokens')).toEqual([{ token: 'token 1', lease: null }])
})

test('a token endpoint that fails leaves its lease to the next worker', async () => {
  market.replyToken = () =>
    market.tokens === 1 ? { status: 500 } : { json: { access_token: 'late', expires_in: 7_200 } }
  await add(1)
  await open({ retry: { baseDelayMs: 50 } })
  await allDone(1)
  expect(market.tokens).toBe(2)
})
