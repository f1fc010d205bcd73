import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, type JobFilter, type JobView, PermanentError } from '../../src/index.ts'
import { Pawl } from '../../src/runtime/pawl.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const hold = gate()
const body = z.object({ what: z.string() })
const run = async ({ body: { what }, attempt }: { body: { what: string }; attempt: number }) => {
  if (what === 'permanent') throw new PermanentError('never')
  if (what === 'retried' && attempt === 1) throw new Error('once')
  if (what === 'retrying') throw new Error('again')
  if (what === 'holds') await hold.passed
  return undefined
}
const retry = {
  attempts: 5,
  backoff: ({ error }: { error: unknown }) => ((error as Error).message === 'once' ? 0 : 3_600_000),
}
const one = defineJob({ type: 'one', body, retry, run })
const two = defineJob({ type: 'two', queue: 'second', body, retry, run })
const parked = defineJob({ type: 'parked', queue: 'second', body, group: () => 'single', run })
const jobs = [one, two, parked]
const slots = { concurrency: 2 }
const queues = { one: slots, second: slots }
let working: Pawl

const many = (what: string, count: number) => Array.from({ length: count }, () => ({ what }))

/** Jobs in every state, in two queues, in batches that were written side by side. */
beforeAll(async () => {
  // not one of those that are stopped after each test
  working = new Pawl({ url: database.url, jobs, queues, migrate: false, worker: { heartbeatMs: 200 } })
  const pawl = working
  await database.sql('select pawl.tend_partitions(3, 1, 1000)')
  for (const job of [one, two]) {
    await pawl.enqueueMany(job, many('plain', 30))
    await pawl.enqueueMany(job, many('retried', 5))
    await pawl.enqueueMany(job, many('retrying', 4))
    await pawl.enqueueMany(job, many('permanent', 6))
    await pawl.enqueue(job, { what: 'plain' }, { source: 'example.org' })
    for (let i = 0; i < 5; i++) {
      await pawl.enqueue(job, { what: 'plain' }, { key: 'same' })
      await pawl.drain({ keepOpen: true })
    }
    const later = await pawl.enqueueMany(job, many('plain', 12), { delayMs: 3_600_000 })
    for (const { id } of later.slice(0, 3)) await pawl.cancel(id)
  }
  await pawl.drain({ keepOpen: true })
  await database.sql('select pawl.close_partition(0), pawl.tend_partitions(3, 1, 1000)')
  await inTwoTransactions()
  await pawl.enqueueMany(parked, many('holds', 4))
  await pawl.enqueueMany(one, many('holds', 8))
  await pawl.start()
  const added = await pawl.enqueueMany(one, many('plain', 20))
  for (const { id } of added.slice(5, 9)) await pawl.cancel(id)
  await pawl.enqueue(one, { what: 'plain' }, { key: 'same', delayMs: 3_600_000 })
  await until('two of the one queue and one of the other run, and nothing else moves', async () => {
    const rows = await database.sql(
      `select queue || ' ' || status as name, count(*)::int from pawl.jobs where status in ('running', 'pending') group by 1 order by 1`,
    )
    return (
      rows.map(({ name, count }) => `${name} ${count}`).join() ===
      'one pending 22,one running 2,second pending 3,second running 1'
    )
  })
})

afterAll(async () => {
  hold.open()
  await working.stop()
})

/** The older transaction has the younger positions. */
async function inTwoTransactions(): Promise<void> {
  const [older, younger] = [await database.connect(), await database.connect()]
  const [{ id }] = await database.sql(`select id from pawl.lane where type = 'two' and source = '' and place = 'line'`)
  const insert = `insert into pawl.attempt (lane, body, max_attempts) select $1, '{"what":"plain"}', 3 from generate_series(1, 6)`
  for (const client of [older, younger]) await client.query('begin; select pg_current_xact_id()')
  for (const client of [younger, older, younger, older]) await client.query(insert, [id])
  for (const client of [younger, older]) await client.query('commit')
}

async function listed(pawl: Pawl, filter: JobFilter): Promise<JobView[]> {
  const found: JobView[] = []
  let after: string | null = null
  do {
    const page = await pawl.jobs.list(after === null ? filter : { ...filter, after })
    expect(page.jobs.length).toBeLessThanOrEqual(filter.limit ?? 50)
    found.push(...page.jobs)
    after = page.next
  } while (after !== null)
  return found
}

const filters: readonly [JobFilter, string][] = [
  [{}, 'true'],
  ...(['scheduled', 'pending', 'running', 'retryable', 'succeeded', 'failed', 'cancelled'] as const).flatMap(
    (status): [JobFilter, string][] => [
      [{ status }, `status = '${status}'`],
      [{ status, queue: 'second' }, `status = '${status}' and queue = 'second'`],
      [{ status, type: 'one', key: 'same' }, `status = '${status}' and type = 'one' and key = 'same'`],
    ],
  ),
  [{ queue: 'one' }, `queue = 'one'`],
  [{ type: 'two' }, `type = 'two'`],
  [{ queue: 'second', type: 'parked' }, `type = 'parked'`],
  [{ queue: 'one', type: 'two' }, 'false'],
  [{ key: 'same' }, `key = 'same'`],
  [{ key: 'none' }, 'false'],
  [{ source: 'example.org' }, `source = 'example.org'`],
]

describe.each([1, 7])('in pages of %i', (limit) => {
  test.each(filters)('%o finds each job once', async (filter, where) => {
    const pawl = working
    const expected = await database.sql(`select id, status from pawl.jobs where ${where}`)
    const found = await listed(pawl, { ...filter, limit })
    const sorted = (rows: readonly { id: string; status: string }[]) => rows.map((r) => `${r.id} ${r.status}`).sort()
    expect(sorted(found)).toEqual(sorted(expected as { id: string; status: string }[]))
  })
})

test('what came into line last is first, and what waits for its time stands where it was enqueued', async () => {
  const expected = await database.sql(
    `select id from pawl.jobs order by case when position = 0 then number else position end desc`,
  )
  const found = await listed(working, { limit: 10 })
  expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
})

test('in some time jobs are in the order of their creation', async () => {
  const numbers = (await listed(working, { since: new Date(0), limit: 10 })).map(({ id }) => Number(id.slice(4)))
  expect(numbers.length).toBeGreaterThan(100)
  expect(numbers).toEqual([...numbers].sort((a, b) => b - a))
})

test('a job in a list is what pawl.job shows', async () => {
  const pawl = working
  for (const job of await listed(pawl, {})) {
    const { heartbeatAt: _, ...shown } = (await pawl.job(job.id))!
    expect(job).toMatchObject(shown)
    expect(Object.keys(job).sort()).toEqual([...Object.keys(shown), 'heartbeatAt'].sort())
  }
})

test('lists go by the time of creation, both ends included', async () => {
  const pawl = working
  const [{ middle }] = await database.sql(
    `select percentile_disc(0.5) within group (order by date_trunc('milliseconds', created_at)) as middle from pawl.jobs`,
  )
  for (const filter of [{ since: middle }, { until: middle }, { since: middle, until: middle }]) {
    for (const more of [{}, { type: 'one' }, { type: 'two', status: 'succeeded' as const }]) {
      const whole = await listed(pawl, more)
      const inTime = whole.filter(
        ({ createdAt }) =>
          (!('since' in filter) || createdAt >= filter.since) && (!('until' in filter) || createdAt <= filter.until),
      )
      const found = await listed(pawl, { ...filter, ...more, limit: 7 })
      expect(found.map(({ id }) => id).sort()).toEqual(inTime.map(({ id }) => id).sort())
    }
  }
})

test('a filter that nothing can match, or that is no filter, is refused with what to do', async () => {
  const { jobs } = working
  await expect(jobs.list({ queue: 'secund' })).rejects.toThrow(
    /no job ever had the queue 'secund'.*did you mean 'second'/,
  )
  await expect(jobs.list({ status: 'done' as never })).rejects.toThrow(/status is one of scheduled, pending/)
  await expect(jobs.list({ limit: 1_001 })).rejects.toThrow(/from 1 to 1000; got 1001/)
  await expect(jobs.list({ after: 'job_5' })).rejects.toThrow(
    /after must be the `next` of the page before; got 'job_5'/,
  )
  await expect(jobs.list({ since: new Date('no') })).rejects.toThrow(/since must be a valid Date/)
  await expect(jobs.list({ state: 'failed' } as never)).rejects.toThrow(/no option 'state'/)
})
