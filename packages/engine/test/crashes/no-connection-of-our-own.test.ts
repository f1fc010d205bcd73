import { createPawl, defineJob, fixed, type PawlEvents, type PawlOptions } from 'pawl'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { gate } from '../support/gate.ts'
import { ownPostgres } from '../support/own-postgres.ts'
import { until } from '../support/until.ts'

const postgres = ownPostgres()
const body = z.object({})
const retry = { attempts: 1, backoff: fixed({ delayMs: 1 }) }

function makePawl(jobs: PawlOptions['jobs'], options: Partial<PawlOptions> = {}) {
  const pawl = createPawl({ url: postgres.url, jobs, ...options })
  onTestFinished(() => pawl.stop({ graceMs: 0 }).catch(() => {}))
  return pawl
}

/** Takes all connections that are left. Returns what gives them back. */
async function fillServer(): Promise<() => Promise<unknown>> {
  const taken: pg.Client[] = []
  for (;;) {
    const client = new pg.Client({ connectionString: postgres.url, application_name: 'filler' })
    client.on('error', () => {})
    try {
      await client.connect()
      taken.push(client)
    } catch (error) {
      if ((error as { code?: string }).code !== '53300') throw error
      return () => Promise.all(taken.map((client) => client.end().catch(() => {})))
    }
  }
}

test('while the server takes no more connections a job that commits is deferred, and uses no attempt', async () => {
  const effect = defineJob({
    type: 'full',
    queue: 'full',
    body,
    retry,
    run: (job) => job.commit(async (tx) => void (await tx.query('select'))),
  })
  const pawl = makePawl([effect])
  const events: [string, unknown][] = []
  pawl.on('connection.lost', (event) => void events.push(['lost', event]))
  pawl.on('connection.back', (event) => void events.push(['back', event]))
  const defers: PawlEvents['connection.defer'][] = []
  pawl.on('connection.defer', (event) => void defers.push(event))
  const ready = gate()
  pawl.on('listen.ready', () => ready.open())
  await pawl.start()
  // its connections to enqueue and settle are made
  await pawl.enqueue(effect, {}, { delayMs: 3_600_000 })
  await ready.passed
  const release = await fillServer()
  const enqueued = await pawl.enqueueMany(effect, Array(20).fill({}))
  try {
    await until('all were deferred', () => new Set(defers.map(({ id }) => id)).size === 20)
    await until('the worker says that it has no connections', () => events.length > 0)
  } finally {
    await release()
  }
  await Promise.all(enqueued.map(({ id }) => pawl.result(id)))
  const [row] = await postgres.sql(
    `select (select count(*)::int from pawl.dead) as dead, max(failures) as failures, max(deferrals) > 0 as deferred
       from pawl.attempt join pawl.lane on lane.id = lane where type = 'full'`,
  )
  expect(row).toEqual({ dead: 0, failures: 0, deferred: true })
  await until('the worker says that they are back', () => events.length === 2)
  expect(events.map(([name]) => name)).toEqual(['lost', 'back'])
  expect(defers[0]!.reason).toContain('Pawl could not connect to PostgreSQL')
  expect(defers[0]!.delayMs).toBeGreaterThanOrEqual(1_000)
}, 60_000)

test('PostgreSQL is killed under 30 jobs of one attempt, inside and before their commits: none becomes a dead letter', async () => {
  await postgres.sql('create table effect (job text not null)')
  const [inside, go] = [gate(), gate()]
  let count = 0
  const arrive = async () => {
    if (++count === 30) inside.open()
    await go.passed
  }
  const effect = defineJob({
    type: 'killed',
    queue: 'killed',
    body: z.object({ inside: z.boolean() }),
    retry,
    async run(job) {
      if (!job.body.inside) await arrive()
      await job.commit(async (tx) => {
        await tx.query('insert into effect values ($1)', [job.id])
        if (job.body.inside) await arrive()
      })
    },
  })
  const pawl = makePawl([effect], {
    queues: { killed: { concurrency: 30 } },
    worker: { commitConnections: 10 },
  })
  await pawl.start()
  const bodies = Array.from({ length: 30 }, (_, i) => ({ inside: i < 10 }))
  const enqueued = await pawl.enqueueMany(effect, bodies)
  await inside.passed
  const crashed = postgres.crash()
  go.open()
  await crashed
  await until('all have ended', async () => {
    const jobs = await Promise.all(enqueued.map(({ id }) => pawl.job(id).catch(() => undefined)))
    return jobs.every((job) => job?.status === 'succeeded' || job?.status === 'failed')
  })
  const [row] = await postgres.sql(
    `select (select count(*)::int from pawl.dead) as dead, count(*)::int as effects, count(distinct job)::int as jobs from effect`,
  )
  expect(row).toEqual({ dead: 0, effects: 30, jobs: 30 })
}, 60_000)

test.each([
  ['a unique violation inside of its commit', '23505', 'insert into taken values (1), (1)'],
  ['a syntax error inside of its commit', '42601', 'selekt'],
  ['a commit that it leaves idle for too long', '25P03', undefined],
])('%s is a failure of the handler', async (_, code, text) => {
  await postgres.sql('create table if not exists taken (n int unique)')
  const job = defineJob({
    type: `fails-${code.toLowerCase()}`,
    body,
    retry,
    run: (job) =>
      job.commit(async (tx) => {
        await tx.query(text ?? 'select')
        await new Promise(() => {})
      }),
  })
  const pawl = makePawl([job], { worker: { commitIdleMs: 100 } })
  await pawl.start()
  const { id } = await pawl.enqueue(job, {})
  await until('it is a dead letter', async () => (await pawl.job(id))?.status === 'failed')
})

test('an error of a connection of the handler itself is a failure', async () => {
  const job = defineJob({
    type: 'own-client',
    body,
    retry,
    async run() {
      const client = new pg.Client({ connectionString: 'postgres://127.0.0.1:1/nowhere' })
      await client.connect()
    },
  })
  const pawl = makePawl([job])
  await pawl.start()
  const { id } = await pawl.enqueue(job, {})
  await until('it is a dead letter', async () => (await pawl.job(id))?.status === 'failed')
})
