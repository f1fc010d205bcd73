import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { coinBench, ebayError } from '../support/coin-bench.ts'
import { offer, page } from '../support/market-server.ts'
import { until } from '../support/until.ts'

const { sql, market, open, states } = coinBench()
const addJob = (intake: number | null = 1, params = '{}', source = 1) =>
  sql('insert into scrape_jobs (intake_id, source_id, query_params) values ($1, $2, $3) returning id, status', [
    ...[intake, source, params],
  ])
const browse = async () => (await sql(`select * from sources where name = 'ebay-browse'`))[0]

test('a new row is pending, and its points have their match, their origin and no price that is not stated', async () => {
  market.reply = () =>
    page(
      offer('1', '1881-S Morgan Silver Dollar', '120.00'),
      offer('2', '1881-CC Morgan Silver Dollar', '450.00'),
      offer('3', '1881-S Morgan Dollar COPY', '4.00'),
    )
  expect(await addJob()).toEqual([{ id: '1', status: 'pending' }])
  expect(await states('pending')).toMatchObject([{ attempts: 0, locked_by: null, completed_at: null }])
  await open()
  expect(await states('succeeded')).toMatchObject([
    { attempts: 1, locked_by: 'worker-1', error_message: null, heartbeat_at: null, completed_at: expect.any(Date) },
  ])
  const points = await sql('select external_id, mismatch, origin, hammer_cents from price_points order by id')
  expect(points).toEqual([
    { external_id: 'v1|1|0', mismatch: null, origin: 'scrape job 1', hammer_cents: null },
    { external_id: 'v1|2|0', mismatch: 'other-mint', origin: 'scrape job 1', hammer_cents: null },
    { external_id: 'v1|3|0', mismatch: expect.any(String), origin: 'scrape job 1', hammer_cents: null },
  ])
})

test('bad query_params, unknown coins and unknown sources fail at once and say what to do', async () => {
  await addJob(1, '{"limit": 5000}')
  await addJob(77)
  await addJob(null)
  await addJob(1, '{}', 99)
  await addJob(1, '{}', 3)
  await open()
  const rows = await states('failed', 'failed', 'failed', 'failed', 'failed')
  expect(rows.map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 1])
  const messages = rows.map(({ error_message }) => error_message)
  expect(messages).toEqual([
    expect.stringMatching(/^query_params: limit: /),
    expect.stringMatching(/no coin 77/),
    expect.stringMatching(/no coin null/),
    expect.stringMatching(/no source 99/),
    expect.stringMatching(/pcgs.*no credentials.*ebay-browse/),
  ])
  expect(market.asked).toEqual([])
})

test('a status that no job can begin with is refused when the row is inserted', async () => {
  const insert = sql(`insert into scrape_jobs (intake_id, source_id, status) values (1, 1, 'succeeded')`)
  await expect(insert).rejects.toThrow(/expected the status pending; got succeeded/)
})

test('refused credentials fail at once, and are not offered for each job', async () => {
  market.replyToken = () => ({ status: 401, json: { error: 'invalid_client', error_description: 'no such client' } })
  for (let i = 0; i < 5; i++) await addJob()
  await open()
  const rows = await states('failed', 'failed', 'failed', 'failed', 'failed')
  expect(new Set(rows.map(({ error_message }) => error_message)).size).toBe(1)
  expect(rows[0].error_message).toMatch(/invalid_client.*check EBAY_CLIENT_ID/)
  expect(market.tokens).toBe(1)
})

test('a request that the service refuses for its content fails at once', async () => {
  market.reply = () => ({ status: 400, json: ebayError(12_001, 'The call must have a q.') })
  await addJob()
  await open()
  expect(await states('failed')).toMatchObject([{ attempts: 1, error_message: expect.stringMatching(/12001/) }])
})

test('20 equal jobs start within 2 s under the limits of a live source, and share one answer', async () => {
  await open({ cacheTtlMs: 60_000 })
  await sql(`insert into scrape_jobs (intake_id, source_id) select 1, 1 from generate_series(1, 20)`)
  const rows = await states(...Array.from({ length: 20 }, () => 'succeeded'))
  expect(rows.every(({ locked_at, created_at }) => locked_at.getTime() - created_at.getTime() < 2_000)).toBe(true)
  expect(market.asked).toHaveLength(1)
})

function hangUp({ socket }: IncomingMessage) {
  socket.destroy()
  return {}
}

test.each([
  ['a broken connection', hangUp, /ebay-browse/],
  ['a 500', () => ({ status: 500 }), /ebay-browse/],
  [
    'a 429',
    () => ({ status: 429, json: ebayError(2_001, 'Too many requests'), headers: { 'retry-after': '60' } }),
    /ebay-browse/,
  ],
  ['an answer of another shape', () => ({ json: 'maintenance' }), /expected JSON/],
])('after %s a job is retryable, and says why and until when', async (_, reply, message) => {
  market.reply = reply
  await addJob()
  await open()
  const [row] = await states('retryable')
  expect(row).toMatchObject({
    attempts: 1,
    locked_by: null,
    completed_at: null,
    error_message: expect.stringMatching(message),
  })
  const waitMs = row.next_retry_at.getTime() - row.created_at.getTime()
  expect(waitMs).toBeGreaterThan(59_000)
  expect(waitMs).toBeLessThan(90_000)
})

test('a retryable job runs again after its wait, and fails when its attempts are used up', async () => {
  market.reply = () => ({ status: 500 })
  await addJob()
  await open({ retry: { attempts: 2, baseDelayMs: 50 } })
  expect(await states('failed')).toMatchObject([{ attempts: 2, error_message: expect.any(String) }])
  expect(market.asked).toHaveLength(2)
})

test('five failures open the circuit: sources shows it at once, and jobs wait as pending without a request', async () => {
  market.reply = () => ({ status: 503 })
  await addJob()
  await open({ retry: { attempts: 20, baseDelayMs: 20 } })
  const open5 = await until('the circuit is open', async () => {
    const source = await browse()
    return source.paused_until !== null && source
  })
  expect(open5).toMatchObject({ failure_streak: 5, enabled: true, last_failure_at: expect.any(Date) })
  const pauseMs = open5.paused_until.getTime() - open5.last_failure_at.getTime()
  expect(pauseMs).toBeGreaterThan(299_000)
  expect(pauseMs).toBeLessThan(301_000)
  await states('pending')
  expect(market.asked).toHaveLength(5)
})

test('a source that is disabled keeps its jobs pending, and goes on when it is enabled', async () => {
  const pawl = await open()
  await sql(`update sources set enabled = false where name = 'ebay-browse'`)
  await addJob()
  await until('the job is enqueued', async () => (await sql('select job from scrape_job'))[0]?.job)
  expect(await browse()).toMatchObject({ enabled: false })
  expect((await pawl.sources.get('ebay-browse')).pausedUntil).toBe('for ever')
  await states('pending')
  expect(market.asked).toEqual([])
  await sql(`update sources set enabled = true where name = 'ebay-browse'`)
  await states('succeeded')
})

test('a limit per minute is changed in sources while workers run', async () => {
  const pawl = await open()
  await sql(`update sources set rate_limit_per_minute = 7 where name = 'ebay-browse'`)
  expect(await browse()).toMatchObject({ rate_limit_per_minute: 7, enabled: true })
  expect((await pawl.sources.get('ebay-browse')).requestsPerMinute).toBe(7)
  await sql(`update sources set rate_limit_per_minute = null where name = 'ebay-browse'`)
  // the quota of the day is a limit of its own, and stays
  expect(await pawl.sources.get('ebay-browse')).toMatchObject({ requestsPerMinute: null, quota: 5_000 })
})

test.each([
  ['rate_limit_per_minute = 0', 'ebay-browse', /above 0/],
  ['enabled = null', 'ebay-browse', /true or false/],
  ['failure_streak = 0', 'ebay-browse', /cannot be changed/],
  ['enabled = true', 'pcgs', /no worker has declared pcgs/],
])('a change of sources to %s (%s) is refused', async (change, name, message) => {
  await open({}, { work: true })
  await sql(`update pawl.source set failure_streak = 3 where name = 'ebay-browse'`)
  await expect(sql(`update sources set ${change} where name = '${name}'`)).rejects.toThrow(message)
})

test('no request is sent when the quota of the day is used up', async () => {
  await open()
  await sql(`select pawl.change_limits('ebay-browse', '', '{"quota": 3}')`)
  for (let i = 0; i < 6; i++) await addJob()
  await until('three jobs are done', async () => {
    const rows = await sql('select status, count(*)::int from scrape_jobs group by 1 order by 1')
    return JSON.stringify(rows) === '[{"status":"pending","count":3},{"status":"succeeded","count":3}]'
  })
  expect(market.asked).toHaveLength(3)
})

test('final states are copied into their rows, so that they outlive the jobs, and old rows are removed', async () => {
  await addJob(77)
  await addJob()
  await open({ settleEveryMs: 50, keepJobsMs: 3_600_000 })
  await states('failed', 'succeeded')
  await until(
    'the failed one is settled',
    async () => (await sql('select status from scrape_job where id = 1'))[0].status,
  )
  await sql('update scrape_job set job = null')
  expect(await states('failed', 'succeeded')).toMatchObject([
    { locked_by: 'worker-1', attempts: 1, error_message: expect.stringMatching(/no coin 77/) },
    { locked_by: 'worker-1', attempts: 1 },
  ])
  await sql(`update scrape_job set completed_at = now() - interval '2 hours' where id = 1`)
  await until(
    'the old row is gone',
    async () => (await sql('select count(*)::int as rows from scrape_job'))[0].rows === 1,
  )
})

test('a dead letter that is replayed opens its row again', async () => {
  market.reply = () => ({ status: 400, json: ebayError(12_001, 'The call must have a q.') })
  await addJob()
  const pawl = await open({ settleEveryMs: 50 })
  await states('failed')
  await until('it is settled', async () => (await sql('select status from scrape_job'))[0].status)
  market.reply = () => page(offer('1', '1881-S Morgan Silver Dollar', '120.00'))
  const [newest] = await pawl.deadLetters.list({ queue: 'coin-collect' })
  await pawl.deadLetters.replay(newest!.id)
  expect(await states('succeeded')).toMatchObject([{ attempts: 2, error_message: null }])
})
