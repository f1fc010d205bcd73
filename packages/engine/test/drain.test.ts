import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, FatalError, fixed } from '../src/index.ts'
import { runJob } from '../src/testing/index.ts'
import { testDatabase } from './support/database.ts'
import { gate } from './support/gate.ts'
import { testPawl } from './support/test-pawl.ts'
import { until } from './support/until.ts'

const database = testDatabase()
const body = z.object({})

test('a drain ends when it is stopped, and says that jobs may be left', async () => {
  const started = gate()
  const go = gate()
  const held = defineJob({
    type: 'held',
    body,
    run() {
      started.open()
      return go.passed
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [held] })
  const { id } = await pawl.enqueue(held, {})
  const drained = expect(pawl.drain()).rejects.toMatchObject({ code: 'stopped' })
  await started.passed
  const stopped = pawl.stop()
  go.open()
  await stopped
  await drained
  const look = testPawl({ url: database.url, jobs: [held] })
  expect((await look.job(id))?.status).toBe('succeeded')
})

test('an idle drain ends when it is stopped', async () => {
  const idle = defineJob({ type: 'idle', body, run: () => {} })
  const pawl = testPawl({ url: database.url, jobs: [idle] })
  const drained = pawl.drain().catch((error) => error.code)
  await pawl.stop()
  expect(['stopped', undefined]).toContain(await drained)
})

test('drains at once share their work, and each finds what was enqueued before it', async () => {
  const quick = defineJob({ type: 'quick', body: z.object({ n: z.number() }), run: ({ body }) => body.n })
  const pawl = testPawl({ url: database.url, jobs: [quick] })
  const jobs = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      // they come one after the other, at any moment of the drains before
      for (let turn = 0; turn < n * 5; turn++) await new Promise((resolve) => setImmediate(resolve))
      return runJob(pawl, quick, { n })
    }),
  )
  expect(jobs.map(({ status }) => status)).toEqual(Array(20).fill('succeeded'))
  await expect(Promise.all([pawl.drain(), pawl.drain(), pawl.drain({ keepOpen: true })])).resolves.toBeDefined()
  await expect(pawl.drain()).rejects.toMatchObject({ code: 'stopped' })
})

test('a job that finds its worker unfit goes back even from its last attempt, and the drain says so', async () => {
  let fit = false
  const picky = defineJob({
    type: 'picky',
    body,
    retry: { attempts: 1 },
    run() {
      if (!fit) throw new FatalError('no space left')
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [picky], queues: { picky: { concurrency: 1 } } })
  const [first, second] = await pawl.enqueueMany(picky, [{}, {}])
  await expect(pawl.drain({ keepOpen: true })).rejects.toMatchObject({ code: 'unfit' })
  expect(await pawl.job(first!.id)).toMatchObject({ status: 'pending', failures: 0, deferrals: 1 })
  fit = true
  await pawl.drain({ keepOpen: true })
  for (const { id } of [first!, second!]) expect((await pawl.job(id))?.status).toBe('succeeded')
})

test('a drain that deaf handlers leave without a slot ends, and says so', async () => {
  const deaf = defineJob({ type: 'deaf', body, timeoutMs: 1, retry: { attempts: 1 }, run: () => new Promise(() => {}) })
  const pawl = testPawl({
    url: database.url,
    jobs: [deaf],
    queues: { deaf: { concurrency: 1 } },
    worker: { abortGraceMs: 1 },
  })
  const jobs = await pawl.enqueueMany(deaf, [{}, {}, {}])
  await expect(pawl.drain({ keepOpen: true })).rejects.toMatchObject({ code: 'deaf-handlers' })
  expect((await pawl.job(jobs[2]!.id))?.status).toBe('pending')
})

test('a claim that fails does not make a full line look empty', async () => {
  const waiting = defineJob({ type: 'waiting', body, run: () => {} })
  // no look at all lanes comes to its help, or ends the drain
  const pawl = testPawl({ url: database.url, jobs: [waiting], worker: { pollMs: 3_600_000 } })
  const { id } = await pawl.enqueue(waiting, {})
  const stranger = await database.connect()
  const [{ lane }] = await database.sql(`select id as lane from pawl.lane where type = 'waiting'`)
  await stranger.query(`select pg_advisory_lock('pawl.lane'::regclass::oid::int, $1)`, [lane])
  let failures = 0
  pawl.on('service.error', ({ service }) => {
    if (service === 'claimer') failures++
  })
  let ended = false
  const drained = pawl.drain({ keepOpen: true }).finally(() => {
    ended = true
  })
  await until('it has failed, and asked again', () => failures > 1 || ended)
  expect(ended).toBe(false)
  await stranger.query('select pg_advisory_unlock_all()')
  await drained
  expect((await pawl.job(id))?.status).toBe('succeeded')
})

test('a drain waits for the outcome of what came while it waited for another outcome', async () => {
  const ran: string[] = []
  const gates = { first: gate(), second: gate() }
  const job = defineJob({
    type: 'late',
    body: z.object({ name: z.enum(['first', 'second']) }),
    retry: { backoff: fixed({ delayMs: 0 }) },
    async run({ body: { name }, attempt }) {
      ran.push(name)
      await gates[name].passed
      if (name === 'second' && attempt === 1) throw new Error('not yet')
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  const { id } = await pawl.enqueue(job, { name: 'first' })
  const outcomes = await database.connect()
  const later = await database.connect()
  const drained = pawl.drain({ keepOpen: true })
  await until('the first one runs', () => ran.length === 1)
  await outcomes.query('begin; lock table pawl.outcome in exclusive mode')
  gates.first.open()
  await pawl.enqueue(job, { name: 'second' })
  await until(
    'the second one runs, and the outcome of the first waits',
    async () => ran.length === 2 && waits('outcome'),
  )
  await later.query('begin; lock table pawl.later in access exclusive mode')
  await outcomes.query('commit')
  // a drain that does not wait for the second one looks for what is due now: it is held there until that one has ended
  await until('the first one is settled', async () => (await outcomesOf(id)) === 1)
  await until('somebody looks for what is due', () => waits('later'))
  await outcomes.query('begin; lock table pawl.outcome in exclusive mode')
  gates.second.open()
  await until('the outcome of the second one waits', () => waits('outcome'))
  await later.query('commit')
  // and then finds all lanes empty
  for (const _ of [1, 2]) {
    const before = await lastClaim()
    await until('the lanes are looked at', async () => (await lastClaim()) !== before)
  }
  await outcomes.query('commit')
  await drained
  expect(ran).toEqual(['first', 'second', 'second'])
})

async function waits(table: string): Promise<boolean> {
  const waiting = await database.sql(
    `select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())
        and (relation = $1::regclass or relation in (select relid from pg_partition_tree($1)))`,
    [`pawl.${table}`],
  )
  return waiting.length > 0
}

async function outcomesOf(id: string): Promise<number> {
  return (await database.sql(`select from pawl.outcome where 'job_' || pos = $1`, [id])).length
}

async function lastClaim(): Promise<string> {
  const [row] = await database.sql(
    `select max(query_start)::text as at from pg_stat_activity where application_name = 'pawl claim' and datname = current_database()`,
  )
  return row.at
}
