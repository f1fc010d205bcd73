import { setTimeout as pause } from 'node:timers/promises'
import { html, type MadeUpSite, type Sandbox, site } from '@pawl/sandbox'
import { expect, test } from 'vitest'
import { retryReport } from '../src/api/retry-report.ts'
import { submitReport } from '../src/api/submit-report.ts'
import { lostAttempts } from '../src/failure/lost-attempts.ts'
import { beginAttempt, countRetry } from '../src/tables/report-progress.ts'
import { findReport } from '../src/tables/reports.ts'
import { appDatabase } from './support/app-database.ts'
import { bench, ended } from './support/test-reports.ts'

const database = appDatabase()
const db = database.pool

/** A site whose connection breaks off so many times before it answers. */
function flakySite(host: string, failures: number): MadeUpSite {
  let left = failures
  const home = () => (left-- > 0 ? 'cut' : html('<!doctype html><title>Bread</title><p>Baked at night, sold at noon.'))
  return site(host, { about: 'a test', pages: { '/': home } })
}

/** The last stage has begun its attempt, and asks the model. */
async function isAsked(sandbox: Sandbox): Promise<void> {
  while (sandbox.model.requests.total === 0) await pause(10)
}

/** As other workers do it after a worker was silent for long enough. */
const giveUpWorkers = () => database.sql('update pawl.worker set lost_at = clock_timestamp() where stopped_at is null')

test('retries are counted over all stages: two in the first and one in the last leave none', async () => {
  const { api, sandbox, pawl } = await bench(database)
  sandbox.web.put(flakySite('flaky.example', 2))
  sandbox.model.fault({ kind: 'cut' })
  const { id } = await submitReport(api, 'https://flaky.example/')
  await pawl.start()
  expect(await ended(api, id)).toMatchObject({
    status: 'failed',
    step: 'model-analysis',
    retries: 3,
    failure: { code: 'model-broken-answer' },
  })
  // one that used up the last retry, and the one after it
  expect(sandbox.model.calls).toHaveLength(2)
})

test('a report that used up its retries in two stages is done where the last one succeeds', async () => {
  const { api, sandbox, pawl } = await bench(database)
  sandbox.web.put(flakySite('flaky-2.example', 2))
  sandbox.model.fault({ kind: 'cut', requests: 1 })
  const { id } = await submitReport(api, 'https://flaky-2.example/')
  await pawl.start()
  expect(await ended(api, id)).toMatchObject({ status: 'completed', retries: 3 })
})

test('a report past its retries can be tried again by hand, with all of them', async () => {
  const { api, sandbox, pawl } = await bench(database, { stages: { retries: 1 } })
  sandbox.model.fault({ kind: 'cut' })
  const { id } = await submitReport(api, 'https://site-71.example/')
  await pawl.start()
  expect(await ended(api, id)).toMatchObject({ status: 'failed', retries: 1 })
  sandbox.model.restore()
  sandbox.model.fault({ kind: 'cut', requests: 1 })
  await retryReport(api, id)
  expect(await ended(api, id)).toMatchObject({ status: 'completed', retries: 1, failure: null })
})

test('each retry waits twice as long as the one before it, whatever stage that was in', async () => {
  const hour = 3_600_000
  const { api, sandbox, pawl } = await bench(database, { stages: { firstRetryMs: hour } })
  const { id } = await submitReport(api, 'https://site-72.example/')
  await database.sql('update report set retry_count = 2 where id = $1', [id])
  sandbox.model.fault({ kind: 'cut' })
  await pawl.drain({ keepOpen: true })
  expect(await findReport(db, id)).toMatchObject({ step: 'model-analysis', retries: 3 })
  const [{ hours }] = await database.sql(
    `select extract(epoch from run_at - now()) / 3600 as hours from pawl.jobs where type = 'site-report.model-analysis' and status = 'retryable'`,
  )
  expect(Number(hours)).toBeGreaterThan(3.9)
  expect(Number(hours)).toBeLessThan(4.9)
})

test('an attempt that runs out of its time counts one', async () => {
  const { api, sandbox, pawl } = await bench(database, { stages: { timeoutMs: 1_000, retries: 1 } })
  sandbox.model.fault({ kind: 'slow', ms: 60_000 })
  const { id } = await submitReport(api, 'https://site-73.example/')
  await database.sql('update report set retry_count = 1 where id = $1', [id])
  await pawl.start()
  const { job } = await ended(api, id)
  // past its retries, it is not tried again
  await pawl.result(job!).catch(() => {})
  expect(await findReport(db, id)).toMatchObject({ status: 'failed', retries: 1 })
  expect((await pawl.attempts(job!)).filter(({ outcome }) => outcome !== 'deferred')).toHaveLength(2)
})

test('a report that is taken back from a dead worker counts one', async () => {
  const { api, sandbox, pawl } = await bench(database)
  sandbox.model.fault({ kind: 'slow', ms: 60_000, requests: 1 })
  const { id } = await submitReport(api, 'https://site-74.example/')
  await pawl.start()
  await isAsked(sandbox)
  const other = await bench(database)
  await giveUpWorkers()
  await other.pawl.start()
  expect(await ended(api, id)).toMatchObject({ status: 'completed', retries: 1 })
})

test('a report whose worker dies when no retry is left fails with that, and can be tried again by hand', async () => {
  const { api, sandbox, pawl } = await bench(database)
  sandbox.model.fault({ kind: 'slow', ms: 60_000, requests: 1 })
  const { id } = await submitReport(api, 'https://site-75.example/')
  await database.sql('update report set retry_count = 3 where id = $1', [id])
  await pawl.start()
  await isAsked(sandbox)
  const other = await bench(database)
  await giveUpWorkers()
  await other.pawl.start()
  expect(await ended(other.api, id)).toMatchObject({
    status: 'failed',
    retries: 3,
    failure: { code: 'worker-lost', message: expect.stringContaining('went silent') },
  })
  await retryReport(other.api, id)
  expect(await ended(other.api, id)).toMatchObject({ status: 'completed', retries: 0 })
})

test('an attempt that a shutdown gives back counts none', async () => {
  const first = await bench(database)
  first.sandbox.model.fault({ kind: 'slow', ms: 60_000 })
  const { id } = await submitReport(first.api, 'https://site-76.example/')
  await first.pawl.start()
  await isAsked(first.sandbox)
  await first.pawl.stop({ graceMs: 0 })
  const second = await bench(database)
  await second.pawl.start()
  expect(await ended(second.api, id)).toMatchObject({ status: 'completed', retries: 0 })
})

test('a lost attempt counts once, and none that has counted itself', async () => {
  const [{ id }] = await database.sql(`insert into report (url) values ('site-77.example') returning id`)
  const begin = (attempt: number, lost: number[]) =>
    beginAttempt(db, Number(id), { stage: 'prompt-forming', attempt, lost })
  expect(await begin(5, [])).toEqual({ wasLost: false, hasFailed: false })
  // its worker died
  expect(await begin(7, [5])).toMatchObject({ wasLost: true })
  expect(await countRetry(db, Number(id), 3)).toBe(1)
  // it was counted, and then its worker died as well
  expect(await begin(9, [5, 7])).toMatchObject({ wasLost: false })
  // it was deferred
  expect(await begin(11, [5, 7])).toMatchObject({ wasLost: false })
})

test('the note of an attempt waits for no disk, and a retry that is counted does', async () => {
  const [{ id }] = await database.sql(`insert into report (url) values ('site-78.example') returning id`)
  const client = await db.connect()
  const commits = async (attempt: number, lost: number[]) => {
    await client.query('begin')
    await beginAttempt(client, Number(id), { stage: 'prompt-forming', attempt, lost })
    const { rows } = await client.query('show synchronous_commit')
    await client.query('commit')
    return rows[0].synchronous_commit
  }
  try {
    const usual = (await client.query('show synchronous_commit')).rows[0].synchronous_commit
    expect(await commits(5, [])).toBe('off')
    expect(await commits(7, [5])).toBe(usual)
    expect((await client.query('show synchronous_commit')).rows[0].synchronous_commit).toBe(usual)
  } finally {
    client.release()
  }
})

test('attempts that crashed or failed may be lost, deferred ones and the one that runs are not', () => {
  const none = { number: 1, runAt: new Date(0), settledAt: null, durationMs: null, error: null, worker: null }
  const of = (position: number, outcome: string | null, error: unknown = null) => ({
    ...none,
    ...{ position, outcome, error },
  })
  const timeout = { name: 'AttemptTimeoutError', message: 'too late', code: 'timeout' }
  expect(lostAttempts([of(3, 'deferred'), of(5, 'crashed'), of(7, 'retryable', timeout), of(9, null)])).toEqual({
    own: 9,
    lost: [
      { position: 5, reason: { code: 'worker-lost', message: 'its attempt was lost' } },
      { position: 7, reason: { code: 'timeout', message: 'too late' } },
    ],
  })
})
