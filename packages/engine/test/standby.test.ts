import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../src/index.ts'
import { lineBounds } from '../src/postgres/claim.ts'
import { enqueueSettings, writeHanding } from '../src/postgres/enqueue.ts'
import { channels } from '../src/postgres/listener.ts'
import type { NewJob } from '../src/postgres/new-job.ts'
import { testDatabase } from './support/database.ts'
import { TestLedger } from './support/ledger.ts'
import { TestStandby } from './support/standby.ts'
import { testPawl } from './support/test-pawl.ts'
import { until } from './support/until.ts'

const database = testDatabase()
const ledger = new TestLedger(database)
const standby = new TestStandby(ledger)

const runs: string[] = []
beforeEach(() => {
  runs.length = 0
})

const quick = defineJob({
  type: 'quick',
  queue: 'quick',
  body: z.object({ text: z.string().default('') }),
  run({ id }) {
    runs.push(id)
  },
})

const { url } = database
const worker = (options = {}) => testPawl({ url, jobs: [quick], queues: { quick: { concurrency: 2 } }, ...options })
const seldom = { worker: { pollMs: 600_000 } }

/** The newest lease of the lane. */
const newest = async () =>
  (
    await database.sql(
      `select l.*, w.name from pawl.lease l join pawl.worker w on w.id = l.worker where lane = $1 order by turn desc limit 1`,
      [await laneOf()],
    )
  )[0]
const laneOf = () => ledger.lane({ queue: 'quick', type: 'quick' })
const standsBy = () => until('it stands by', async () => (await newest())?.standby)

/** How many of these were handed over: their lease follows one by which a worker stood by, and has the low bits of its claim. */
async function handed(ids: readonly string[]): Promise<number> {
  const [row] = await database.sql(
    `select count(*)::int as handed from pawl.attempt a
       join pawl.lease l on l.lane = a.lane and l.positions @> a.pos
       join pawl.lease before on before.lane = l.lane and before.turn = l.turn - 1 and before.standby and before.claim = l.claim & 4294967295
      where 'job_' || a.job_id = any ($1)`,
    [ids],
  )
  return row.handed
}

/** Hands a job to the worker that stands by, and tells nobody. Other databases of the server are in the way now and then. */
async function handOverInSilence(): Promise<string> {
  const lane = await laneOf()
  const runner = ledger.connection(enqueueSettings)
  const silent = {
    run: (statement: { name: string; text: string }, values?: readonly unknown[]) =>
      runner.run({ ...statement, text: statement.text.replaceAll('pg_notify', 'concat') }, values),
  }
  for (;;) {
    await standsBy()
    const bounds = await lineBounds(ledger.claims)
    const written = await writeHanding(silent, { lane, body: '{}', maxAttempts: 3 } as NewJob, bounds)
    if (written.handed) return `job_${written.id}`
    await database.sql(`select pg_notify('pawl_line', $1)`, [lane])
    await until('it has run', () => runs.includes(`job_${written.id}`))
  }
}

/** An enqueue that is handing a job to the worker that stands by, and has not committed. */
async function openHandOver() {
  const lane = await laneOf()
  for (;;) {
    await standsBy()
    const open = await standby.openEnqueue(lane)
    if (open.handed) return open
    await open.end('commit')
    await until('it has run', () => runs.includes(`job_${open.id}`))
  }
}

test('jobs that come now and then are handed to the worker that has nothing to do, and run once', async () => {
  const sender = testPawl({ url, jobs: [quick] })
  await worker(seldom).start()
  const ids: string[] = []
  await until('some were handed over', async () => {
    const { id } = await sender.enqueue(quick, {})
    ids.push(id)
    await until('it has run', () => runs.includes(id))
    await standsBy()
    return (await handed(ids)) > 5
  })
  expect(runs).toEqual(ids)
  expect((await sender.job(ids.at(-1)!))!.status).toBe('succeeded')
})

test('what does not fit into a notification, and what has more than a body, is claimed', async () => {
  const sender = testPawl({ url, jobs: [quick] })
  await worker(seldom).start()
  const ids: string[] = []
  const sent = async (enqueued: Promise<{ id: string }>) => {
    const { id } = await enqueued
    ids.push(id)
    await until('it has run', () => runs.includes(id))
    await standsBy()
  }
  await sent(sender.enqueue(quick, {}))
  for (let i = 0; i < 5; i++) {
    await sent(sender.enqueue(quick, { text: 'x'.repeat(8_000) }))
    await sent(sender.enqueue(quick, { text: 'ü'.repeat(3_600) }))
    await sent(sender.enqueue(quick, {}, { startBefore: new Date(Date.now() + 3_600_000) }))
  }
  expect(await handed(ids)).toBe(0)
  expect(runs).toEqual(ids)
})

test('a job that was handed over and not heard of is found by the next look at all lanes', async () => {
  const sender = testPawl({ url, jobs: [quick] })
  await worker({ worker: { pollMs: 50 } }).start()
  const { id: first } = await sender.enqueue(quick, {})
  await until('the first has run', () => runs.includes(first))
  const id = await handOverInSilence()
  await until('it has run', () => runs.includes(id))
  await until('it is settled', async () => (await sender.job(id))!.status === 'succeeded')
  expect(runs.filter((run) => run === id)).toHaveLength(1)
})

test('a drain does not end before a job that was handed over and not heard of', async () => {
  const pawl = worker(seldom)
  await pawl.start()
  const { id: first } = await pawl.enqueue(quick, {})
  await until('the first has run', () => runs.includes(first))
  const id = await handOverInSilence()
  expect(runs).not.toContain(id)
  await pawl.drain({ keepOpen: true })
  expect(runs).toContain(id)
})

test('a worker that stops hands back what was handed to it and not heard of, and stands by no more', async () => {
  const sender = testPawl({ url, jobs: [quick] })
  const leaving = worker({ worker: { pollMs: 600_000, name: 'leaving' } })
  await leaving.start()
  const { id: first } = await sender.enqueue(quick, {})
  await until('the first has run', () => runs.includes(first))
  const id = await handOverInSilence()
  await leaving.stop()
  expect(runs).not.toContain(id)
  expect((await sender.attempts(id)).map(({ outcome }) => outcome)).toEqual(['deferred', null])
  expect((await sender.job(id))!.status).toBe('pending')

  const heir = worker(seldom)
  await heir.start()
  await until('the heir runs it', () => runs.includes(id))
  await heir.stop()
  expect(await newest()).toMatchObject({ standby: false })
})

test('a job that is being handed to a worker as it leaves is run by another, however late it is committed', async () => {
  const sender = testPawl({ url, jobs: [quick] })
  const leaving = worker({ worker: { pollMs: 600_000, name: 'leaving' } })
  await leaving.start()
  const { id: first } = await sender.enqueue(quick, {})
  await until('the first has run', () => runs.includes(first))
  await using open = await openHandOver()
  const { turn } = await newest()
  await leaving.stop()
  const [row] = await database.sql(
    `select id, leases from pawl.worker where name = 'leaving' order by number desc limit 1`,
  )
  expect(row.leases).toEqual([`${await laneOf()}:${Number(turn) + 1}`])
  // minutes later, when all that it had claimed was looked at
  await database.sql(
    `update pawl.worker set stopped_at = now() - interval '1 minute', swept_at = now() + interval '2 minutes' where id = $1`,
    [row.id],
  )
  await worker(seldom).start()
  await open.end('commit')
  await until('the heir runs it', () => runs.includes(`job_${open.id}`))
})

test('a worker that stands by and has nothing to do writes nothing', async () => {
  const sender = testPawl({ url, jobs: [quick] })
  await worker({ worker: { pollMs: 10 } }).start()
  const { id } = await sender.enqueue(quick, {})
  await until('it has run', () => runs.includes(id))
  await standsBy()
  const before = await newest()
  // so many looks at all lanes
  const looks = new Set<string>()
  await until('it has looked often', async () => {
    const [row] = await database.sql(
      `select query_start::text as at from pg_stat_activity where datname = current_database() and application_name = 'pawl claim'`,
    )
    return looks.add(row.at).size > 20
  })
  expect(await newest()).toEqual(before)
})

test('of two workers with nothing to do one is handed the job, and when it is gone the other gets what comes', async () => {
  const sender = testPawl({ url, jobs: [quick] })
  const workers = [
    worker({ worker: { pollMs: 600_000, name: 'a' } }),
    worker({ worker: { pollMs: 600_000, name: 'b' } }),
  ]
  for (const each of workers) await each.start()
  const ids: string[] = []
  const send = async () => {
    const { id } = await sender.enqueue(quick, {})
    ids.push(id)
    await until('it has run', () => runs.includes(id))
  }
  await until('some were handed over', async () => {
    await send()
    await standsBy()
    return (await handed(ids)) > 3
  })
  const { name } = await newest()
  await workers[name === 'a' ? 0 : 1]!.stop()
  for (let i = 0; i < 5; i++) await send()
  expect(runs).toEqual(ids)
})

test('jobs are handed over across partitions', async () => {
  const sender = testPawl({ url, jobs: [quick] }, { partitionSize: 20 })
  const pawl = testPawl({ url, jobs: [quick] }, { partitionSize: 20 })
  await pawl.start()
  const [{ beyond }] = await database.sql(
    `select min(beyond)::int as beyond from pawl.partition where beyond > (select last_value from pawl.position)`,
  )
  await database.sql(`select setval('pawl.position', $1)`, [beyond - 25])
  const ids: string[] = []
  await until('some were handed over behind the first partition', async () => {
    const { id } = await sender.enqueue(quick, {})
    ids.push(id)
    await until('it has run', () => runs.includes(id))
    // not before it has looked where lines are now
    await until('it stands by', async () => (await newest())?.standby, { withinMs: 100 }).catch(() => {})
    const behind = ids.filter((each) => Number(each.slice(4)) > beyond + 5)
    return (await handed(behind)) > 5
  })
  expect(runs).toEqual(ids)
})

test('the body of a job that is handed over is told to nobody but its worker', async () => {
  const stranger = await database.connect()
  const told: string[] = []
  stranger.on('notification', ({ payload }) => told.push(payload!))
  for (const channel of channels) await stranger.query(`listen ${channel}`)
  const pawl = worker()
  await pawl.start()
  const ids: string[] = []
  await until('some were handed over', async () => {
    const { id } = await pawl.enqueue(quick, { text: 'for its worker alone' })
    ids.push(id)
    await until('it has run', () => runs.includes(id))
    await new Promise((resolve) => setTimeout(resolve, 20))
    return (await handed(ids)) > 2
  })
  // what was sent before has come
  await stranger.query('select')
  expect(told.length).toBeGreaterThan(0)
  expect(told.filter((payload) => payload.includes('alone'))).toEqual([])
})
