import { readFileSync } from 'node:fs'
import { defineJob, defineSource } from 'pawl'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../../../../tools/testing/test-database.ts'
import { createMetrics } from '../../src/index.ts'
import { NamedSources } from '../../src/metrics/named-sources.ts'
import { mail } from '../support/jobs.ts'
import { readToken, testPawl, testServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const flaky = defineJob({
  type: 'flaky',
  queue: 'flaky',
  body: z.object({}),
  retry: { attempts: 5, backoff: () => 3_600_000 },
  run() {
    throw new Error('not yet')
  },
})
const shop = defineSource({ name: 'shop', requestsPerMinute: 60 })
const options = { jobs: [mail, flaky], sources: [shop] }

/** The value of one sample; labels in any order. */
function sample(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  const line = text.split('\n').find((each) => {
    const [head = ''] = each.split(' ')
    return (
      head.replace(/\{.*/, '') === name &&
      Object.entries(labels).every(([label, value]) => each.includes(`${label}="${value}"`))
    )
  })
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ') + 1))
}

test('Prometheus finds queues, attempts, waits, runs, dead letters, workers and sources', async () => {
  const { ask, pawl } = await testServer(database, { pawl: options })
  const scrape = async () => (await ask('/metrics', { token: readToken })).text()
  await scrape()
  await pawl.enqueueMany(mail, [{ to: 'ada' }, { to: 'bob' }, { to: 'carl', fail: true }])
  await pawl.enqueueMany(mail, [{ to: 'later' }], { delayMs: 3_600_000 })
  await pawl.enqueue(flaky, {})
  await pawl.start()
  const metrics = createMetrics(pawl)
  await metrics.text()
  const text = await until('all has been seen', async () => {
    const now = await scrape()
    const settled =
      sample(now, 'pawl_attempts_total', { outcome: 'succeeded' }) === 2 &&
      sample(now, 'pawl_attempts_total', { outcome: 'failed' }) === 1 &&
      sample(now, 'pawl_attempts_total', { outcome: 'retryable' }) === 1
    const timed = sample(now, 'pawl_job_run_seconds_count', { type: 'mail.send', outcome: 'succeeded' }) === 2
    const told = sample(now, 'pawl_dead_letters_made_total') === 1
    // not how many: a claim that commits late is not among them
    const waited = (sample(now, 'pawl_job_wait_seconds_count', { type: 'mail.send' }) ?? 0) > 0
    // with a heartbeat of the worker
    const slots = sample(now, 'pawl_pool_slots', { queue: 'mail', state: 'idle' }) === 10
    return settled && timed && told && waited && slots && now
  })
  expect(sample(text, 'pawl_attempts_total', { outcome: 'failed', error_class: 'permanent' })).toBe(1)
  expect(sample(text, 'pawl_attempts_total', { outcome: 'retryable', queue: 'flaky' })).toBe(1)
  expect(sample(text, 'pawl_queue_jobs', { queue: 'mail', state: 'scheduled' })).toBe(1)
  expect(sample(text, 'pawl_queue_jobs', { queue: 'flaky', state: 'retryable' })).toBe(1)
  expect(sample(text, 'pawl_dead_letters', { queue: 'mail' })).toBe(1)
  expect(sample(text, 'pawl_dead_letters_made_total', { reason: 'permanent' })).toBe(1)
  expect(sample(text, 'pawl_job_run_seconds_count', { type: 'mail.send', outcome: 'succeeded' })).toBe(2)
  expect(sample(text, 'pawl_workers', { state: 'live' })).toBe(1)
  expect(sample(text, 'pawl_source_state', { source: 'shop', state: 'closed' })).toBe(1)
  expect(sample(text, 'pawl_source_requests_total', { source: 'shop' })).toBe(0)
  expect(sample(text, 'pawl_database_up')).toBe(1)
})

test('run times of workers that are other processes are in the metrics of the server', async () => {
  const { ask } = await testServer(database, { pawl: options })
  const scrape = async () => (await ask('/metrics', { token: readToken })).text()
  await scrape()
  const other = testPawl(database, options)
  await other.enqueueMany(mail, [{ to: 'ada' }, { to: 'bob' }])
  await other.drain()
  const labels = { type: 'mail.send', outcome: 'succeeded' }
  const text = await until('they are counted', async () => {
    const now = await scrape()
    return sample(now, 'pawl_job_run_seconds_count', labels) === 2 && now
  })
  expect(sample(text, 'pawl_job_run_seconds_bucket', { ...labels, le: '+Inf' })).toBe(2)
  expect(sample(text, 'pawl_job_run_seconds_bucket', { ...labels, le: '3600' })).toBe(2)
  expect(sample(text, 'pawl_job_run_seconds_sum', labels)).toBeLessThan(3_600)
})

test('what only workers know is in the metrics of a server that does not work, and stays when they are gone', async () => {
  const { ask, pawl } = await testServer(database, { pawl: options })
  const made = async () => {
    const text = await (await ask('/metrics', { token: readToken })).text()
    return sample(text, 'pawl_dead_letters_made_total', { type: 'mail.send', reason: 'permanent' }) ?? 0
  }
  const before = await made()
  await pawl.enqueueMany(mail, [{ to: 'carl', fail: true }])
  await testPawl(database, options).drain()
  await until('it is counted', async () => (await made()) === before + 1)
})

test('names and units follow the conventions of Prometheus', async () => {
  const metrics = createMetrics(testPawl(database, options))
  const text = await metrics.text()
  const types = [...text.matchAll(/^# TYPE (pawl_\S+) (\S+)$/gm)].map(([, name, type]) => [name!, type!] as const)
  expect(types.length).toBeGreaterThan(25)
  for (const [name, type] of types) {
    expect(name).toMatch(/^pawl_[a-z_]+$/)
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter'])
    expect(name).not.toMatch(/_(ms|millis|milliseconds|minutes|percent)(_|$)/)
    if (type === 'histogram') expect(name).toMatch(/_seconds$/)
  }
})

test('a scrape is answered when the database is away, and says so', async () => {
  const away = testPawl({ ...database, url: 'postgres://nobody@127.0.0.1:1/nothing' }, options)
  const metrics = createMetrics(away)
  const text = await metrics.text()
  expect(sample(text, 'pawl_database_up')).toBe(0)
  expect(sample(text, 'pawl_workers', { state: 'live' })).toBeUndefined()
})

test('the dashboard, the alert rules and the guide speak of metrics that there are, and the guide of all', async () => {
  const metrics = createMetrics(testPawl(database, options))
  const text = await metrics.text()
  const names = new Set([...text.matchAll(/^# TYPE (pawl_\S+) /gm)].map(([, name]) => name!))
  const root = new URL('../../../../', import.meta.url)
  for (const file of ['ops/grafana/pawl.json', 'ops/prometheus/alerts.yml', 'docs/metrics.md']) {
    const used = readFileSync(new URL(file, root), 'utf8').match(/\bpawl_[a-z_]+\b/g) ?? []
    const unknown = used.map((name) => name.replace(/_(bucket|sum|count)$/, '')).filter((name) => !names.has(name))
    expect([file, [...new Set(unknown)]]).toEqual([file, []])
  }
  const guide = readFileSync(new URL('docs/metrics.md', root), 'utf8')
  expect([...names].filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
  expect(() => JSON.parse(readFileSync(new URL('ops/grafana/pawl.json', root), 'utf8'))).not.toThrow()
})

test('the dashboard leads to traces by what spans carry, and shows one by its id', () => {
  const root = new URL('../../../../', import.meta.url)
  type Target = { queryType?: string; query?: string }
  const { panels, templating } = JSON.parse(readFileSync(new URL('ops/grafana/pawl.json', root), 'utf8')) as {
    panels: { id: number; targets?: Target[] }[]
    templating: { list: { name: string }[] }
  }
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const queries = panels.flatMap(({ targets = [] }) => targets).filter(({ queryType }) => queryType === 'traceql')
  const carried = readFileSync(new URL('docs/tracing.md', root), 'utf8')
  const used = queries.flatMap(({ query = '' }) => [...query.matchAll(/span\.([\w.]+)/g)].map(([, name]) => name!))
  expect(used.length).toBeGreaterThan(0)
  expect(used.filter((name) => !carried.includes(`\`${name}\``))).toEqual([])
  expect(queries.map(({ query }) => query)).toContain('$' + '{trace}')
  expect(templating.list.map(({ name }) => name)).toEqual(expect.arrayContaining(['traces', 'trace']))
})

test('thousands of sources have a bounded number of series: the busiest a hundred, the others one', async () => {
  await database.pool.query(
    `insert into pawl.source (name, declared, max_failures, cool_down_ms, max_cool_down_ms, requests, circuit)
     select 'host-' || n || '.example', '{}', 5, 1000, 1000, n, case when n <= 10 then 'open' else 'closed' end
       from generate_series(1, 1000) n`,
  )
  const metrics = createMetrics(testPawl(database))
  const text = await metrics.text()
  const series = (name: string) => text.split('\n').filter((line) => line.startsWith(`${name}{`))
  expect(series('pawl_source_requests_total').length).toBe(101)
  expect(series('pawl_source_state').length).toBe(404)
  expect(sample(text, 'pawl_source_requests_total', { source: 'host-1000.example' })).toBe(1000)
  // the sum of those that are not named, which are the 900 with the fewest requests
  expect(sample(text, 'pawl_source_requests_total', { source: 'other' })).toBeLessThanOrEqual((901 * 900) / 2)
  expect(sample(text, 'pawl_source_state', { source: 'other', state: 'open' })).toBe(10)
  expect(text.length).toBeLessThan(100_000)
})

test('a source keeps its series when another one becomes busier, so that no counter goes down', () => {
  const named = new NamedSources()
  const busy = (name: string, requests: number) => ({ name, requests, hits: 0, deferrals: 0 })
  named.learn(Array.from({ length: 150 }, (_, i) => busy(`s${i}`, i)))
  expect([named.label('s149'), named.label('s50'), named.label('s49')]).toEqual(['s149', 's50', 'other'])
  named.learn([busy('s49', 1_000_000)])
  expect([named.label('s49'), named.label('s50')]).toEqual(['other', 's50'])
})
