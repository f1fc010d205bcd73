import pg from 'pg'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../src/index.ts'
import { ReaderPool } from '../src/postgres/reader-pool.ts'
import { testDatabase } from './support/database.ts'
import { holdCancels } from './support/hold-cancels.ts'
import { testPawl } from './support/test-pawl.ts'
import { until } from './support/until.ts'

const database = testDatabase()
const open: ReaderPool[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((pool) => pool.close()))
})

function readerPool(options: Partial<ConstructorParameters<typeof ReaderPool>[0]> = {}): ReaderPool {
  const defaults = { url: database.url, prepare: true, connections: 1, waiting: 10, timeoutMs: 60_000 }
  const pool = new ReaderPool({ ...defaults, ...options })
  open.push(pool)
  return pool
}

const sleep = { name: 'test_sleep', text: 'select pg_sleep(3600)' }
const one = { name: 'test_one', text: 'select 1 as one' }

async function sleeping(): Promise<number> {
  const rows = await database.sql(
    `select from pg_stat_activity where datname = current_database() and state = 'active' and query = $1`,
    [sleep.text],
  )
  return rows.length
}

test.each([true, false])('a read whose caller is gone is cancelled in PostgreSQL (prepared: %s)', async (prepare) => {
  const pool = readerPool({ prepare })
  const caller = new AbortController()
  const read = pool.until(caller.signal).run(sleep)
  await until('the read runs', async () => (await sleeping()) === 1)
  caller.abort()
  await expect(read).rejects.toMatchObject({ code: 'read-cancelled' })
  // there is one connection: it was given back, and the request that cancelled the read before does not meet this one
  expect(await pool.run(one)).toEqual([{ one: 1 }])
  expect(await sleeping()).toBe(0)
})

test('a read that waits for a connection leaves with its caller, and one of a caller that is gone does not begin', async () => {
  const pool = readerPool({ waiting: 1 })
  const first = new AbortController()
  const running = pool.until(first.signal).run(sleep)
  const caller = new AbortController()
  const waiting = pool.until(caller.signal).run(one)
  caller.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'read-cancelled' })
  await expect(pool.until(caller.signal).run(one)).rejects.toMatchObject({ code: 'read-cancelled' })
  // its place is free again
  const next = pool.run(one)
  first.abort()
  await expect(running).rejects.toMatchObject({ code: 'read-cancelled' })
  expect(await next).toEqual([{ one: 1 }])
})

test('reads of the program itself go before those of callers, and are not limited in number', async () => {
  const pool = readerPool({ waiting: 2 })
  const first = new AbortController()
  const running = pool.until(first.signal).run(sleep)
  const order: string[] = []
  const callers = pool.until(new AbortController().signal)
  const reads = ['caller', 'caller'].map((who) => callers.run(one).then(() => order.push(who)))
  const own = ['own', 'own', 'own'].map((who) => pool.run(one).then(() => order.push(who)))
  first.abort()
  await expect(running).rejects.toMatchObject({ code: 'read-cancelled' })
  await Promise.all([...reads, ...own])
  expect(order).toEqual(['own', 'own', 'own', 'caller', 'caller'])
})

test('more reads of callers than may wait are refused', async () => {
  const pool = readerPool({ waiting: 2 })
  const callers = new AbortController()
  const reads = pool.until(callers.signal)
  const accepted = [reads.run(sleep), reads.run(one), reads.run(one)]
  await expect(reads.run(one)).rejects.toMatchObject({
    code: 'reads-busy',
    message: expect.stringContaining('at most 2 reads may wait'),
  })
  callers.abort()
  const ended = await Promise.allSettled(accepted)
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
})

test.each([true, false])('a read that exceeds the time limit is cancelled (prepared: %s)', async (prepare) => {
  const pool = readerPool({ prepare, timeoutMs: 100 })
  await expect(pool.run(sleep)).rejects.toMatchObject({ code: 'read-timeout' })
  expect(await pool.run(one)).toEqual([{ one: 1 }])
  expect(await sleeping()).toBe(0)
})

test('a caller that waits too long for a connection is refused', async () => {
  const pool = readerPool({ timeoutMs: 100 })
  const callers = pool.until(new AbortController().signal)
  const running = expect(callers.run(sleep)).rejects.toMatchObject({ code: 'read-timeout' })
  await expect(callers.run(one)).rejects.toMatchObject({ code: 'reads-busy' })
  await running
})

test('PostgreSQL itself limits the reads of a process that is frozen', async () => {
  const pool = readerPool({ timeoutMs: 5_000 })
  expect(await pool.run({ name: 'test_limit', text: 'show statement_timeout' })).toEqual([{ statement_timeout: '6s' }])
})

test('closing rejects the reads that run and those that wait', async () => {
  const pool = readerPool()
  const reads = [pool.run(sleep), pool.run(one)]
  const rejected = reads.map((read) => expect(read).rejects.toMatchObject({ code: 'stopped' }))
  await until('the read runs', async () => (await sleeping()) === 1)
  await pool.close()
  await Promise.all(rejected)
})

test('background services and jobs go on while all reads are stuck', async () => {
  const job = defineJob({
    type: 'later',
    body: z.object({}),
    retry: { attempts: 2, backoff: () => 1 },
    run: (attempt) => {
      if (attempt.attempt === 1) throw new Error('try again')
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  await pawl.enqueue(job, {})
  const blocker = await database.connect()
  await blocker.query('begin; lock table pawl.operation in access exclusive mode')
  const callers = new AbortController()
  const { operations } = pawl.reading(callers.signal)
  const reads = Array.from({ length: 20 }, () => operations.list().catch((error) => error.code))
  await until('they are stuck', async () => {
    const rows = await database.sql(
      `select from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'pawl read'`,
    )
    return rows.length === 2
  })
  // the second attempt is found by a service
  await pawl.drain({ keepOpen: true })
  callers.abort()
  expect(new Set(await Promise.all(reads))).toEqual(new Set(['read-cancelled']))
  await blocker.query('rollback')
  expect((await pawl.jobs.list({ status: 'succeeded' })).jobs.length).toBe(1)
})

test('limits of reads are checked when a Pawl is made', () => {
  const make = (reads: object) => testPawl({ url: database.url, jobs: [], reads })
  expect(() => make({ connections: 0 })).toThrow(/reads.connections must be a whole number from 1/)
  expect(() => make({ timeout: 5 })).toThrow(/reads has no option 'timeout'/)
})

test('a cancel request that arrives late does not end the read of another caller', async () => {
  const cancels = await holdCancels(database.url)
  const pool = readerPool({ url: cancels.url })
  const lock = new pg.Client({ connectionString: database.url })
  await lock.connect()
  onTestFinished(() => lock.end())
  await lock.query('select pg_advisory_lock(91)')
  const locked = { name: 'test_locked', text: 'select 1 as one, pg_advisory_xact_lock_shared(91)' }
  const caller = new AbortController()
  const left = pool.until(caller.signal).run(locked)
  await until('it runs', async () => (await waitingFor(locked.text)) === 1)
  caller.abort()
  await expect(left).rejects.toMatchObject({ code: 'read-cancelled' })
  await until('its cancellation is under way', () => cancels.held() > 0)
  // the read ends by itself
  await lock.query('select pg_advisory_unlock(91)')
  await until('it has ended', async () => (await waitingFor(locked.text)) === 0)
  await lock.query('select pg_advisory_lock(92)')
  const next = { name: 'test_next', text: 'select 1 as one, pg_advisory_xact_lock_shared(92)' }
  const read = pool.run(next)
  await until('the next one runs', async () => (await waitingFor(next.text)) === 1)
  await cancels.release()
  await lock.query('select pg_advisory_unlock(92)')
  expect(await read).toMatchObject([{ one: 1 }])
})

async function waitingFor(text: string): Promise<number> {
  const rows = await database.sql(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query = $1`,
    [text],
  )
  return rows.length
}
