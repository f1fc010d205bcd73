import { beforeEach, expect, test } from 'vitest'
import { coinDatabase } from '../support/app-database.ts'
import { marketServer, offer, page } from '../support/market-server.ts'
import { until } from '../support/until.ts'
import { startWorker } from '../support/worker-process.ts'

const database = coinDatabase()
const market = marketServer()
const { sql } = database

const insert20 = `insert into scrape_jobs (intake_id, source_id, query_params, status) select (select id from coin_intakes limit 1), (select id from sources where enabled = true limit 1), '{}'::jsonb, 'pending' from generate_series(1, 20);`
const byWorker = `select status, locked_by, count(*) from scrape_jobs where status in ('succeeded','failed','running') group by status, locked_by;`
const silent = `select id, status, locked_by, heartbeat_at, now() - heartbeat_at as time_since_heartbeat from scrape_jobs where status = 'running' and (heartbeat_at is null or heartbeat_at < now() - interval '5 minutes');`
const newest = `select id, status, locked_by, heartbeat_at, created_at, completed_at, error_message from scrape_jobs order by created_at desc limit 20;`
const health = `select name, enabled, failure_streak, last_success_at, last_failure_at, paused_until from sources order by name;`
const doubled = `select intake_id, source_id, dedupe_key, count(*) from price_points group by 1, 2, 3 having count(*) > 1;`

/** Where the view says something else than the engine in the same snapshot. */
const differs = `select v.status || ' while the job is ' || j.status as statuses
  from scrape_jobs v join scrape_job s using (id) cross join lateral pawl.job(s.job) j
 where v.status <> case j.status when 'scheduled' then 'pending' when 'cancelled' then 'failed' else j.status end`

const environment = (worker: string) => ({
  ...{ WORKER_ID: worker, TEST_DATABASE: database.url, TEST_MARKET: market.url },
  ...{ JOB_LOCK_TIMEOUT_SECONDS: '3', HEARTBEAT_SECONDS: '0.5', CACHE_ENABLED: 'false' },
})
const start2 = () => Promise.all([startWorker(environment('worker-1')), startWorker(environment('worker-2'))])

const titles = ['1881-S Morgan Silver Dollar', '1881 S Morgan Dollar toned', '1881-S Morgan $1']

beforeEach(async () => {
  await sql('truncate coin_intakes, scrape_job restart identity cascade')
  await sql(`insert into coin_intakes (year, mint_mark, denomination, series) values (1881, 'S', 'dollar', 'Morgan')`)
  // the schedule is not the subject here
  await sql(`update collection set next_at = 'infinity'`)
})

test('20 jobs that an operator inserts start within 2 s, and each runs once on one of two workers', async () => {
  market.reply = () => page(...titles.map((title, i) => offer(String(i), title, '120.00')))
  await start2()
  // the limit of a live source would stretch them over time
  await sql(`update sources set rate_limit_per_minute = 60000 where name = 'ebay-browse'`)
  await sql(insert20)
  const rows = await until('all 20 jobs have succeeded', async () => {
    const all = await sql(newest)
    return all.every(({ status }) => status === 'succeeded') && all
  })
  expect(rows).toHaveLength(20)
  const [late] = await sql(
    `select count(*)::int as jobs from scrape_jobs where attempts <> 1 or locked_at - created_at > interval '2 s'`,
  )
  expect(late).toEqual({ jobs: 0 })
  const groups = await sql(byWorker)
  expect(groups.map(({ status }) => status)).toEqual(groups.map(() => 'succeeded'))
  expect(groups.reduce((sum, { count }) => sum + Number(count), 0)).toBe(20)
  expect(groups.every(({ locked_by }) => /^worker-[12]$/.test(locked_by))).toBe(true)
  // the cache is off, so each run of a job is one request
  expect(market.asked).toHaveLength(20)
  expect(market.tokens).toBe(1)
  expect(await sql(silent)).toEqual([])
  expect(await sql(doubled)).toEqual([])
  const browse = await until('the success is recorded', async () =>
    (await sql(health)).find(({ name, last_success_at }) => name === 'ebay-browse' && last_success_at !== null),
  )
  expect(browse).toMatchObject({ enabled: true, failure_streak: 0, last_failure_at: null, paused_until: null })
  expect(await sql('select count(*)::int as points from price_points')).toEqual([{ points: 3 }])
  const valued = await until(
    'the coin is valued',
    async () => (await sql('select * from valuations where valued_at is not null'))[0],
  )
  expect(valued).toMatchObject({ status: 'valued', basis: 'ask', fair_cents: '12000', points_used: 3 })
})

test('a job whose worker is killed is reclaimed and done by the other worker, and the view follows', async () => {
  const workers = await start2()
  let isHeld = true
  market.reply = async () => {
    await until('the answer is given', () => !isHeld)
    return page(offer('1', titles[0]!, '99.00'))
  }
  const state = async () =>
    (await sql('select status, locked_by, attempts, heartbeat_at, error_message from scrape_jobs'))[0]
  await sql(`insert into scrape_jobs (intake_id, source_id) select id, 1 from coin_intakes`)
  const running = await until('the request of the job has come', async () => {
    const row = await state()
    return market.asked.length === 1 && row?.status === 'running' && row
  })
  expect(running).toMatchObject({ attempts: 1, heartbeat_at: expect.any(Date) })
  const [killed, other] = running.locked_by === 'worker-1' ? workers : [workers[1], workers[0]]
  const name = running.locked_by === 'worker-1' ? 'worker-2' : 'worker-1'
  await killed.kill()
  isHeld = false
  const seen = new Set<string>()
  const done = await until('the other worker has done it', async () => {
    seen.add((await sql(differs))[0]?.statuses ?? 'same')
    const row = await state()
    return row?.status === 'succeeded' && row
  })
  expect([...seen]).toEqual(['same'])
  expect(done).toMatchObject({ locked_by: name, attempts: 2, error_message: null })
  expect(other.lines).toContainEqual(expect.objectContaining({ message: 'job.reclaim', from: running.locked_by }))
  expect(await sql('select count(*)::int as points from price_points')).toEqual([{ points: 1 }])
})
