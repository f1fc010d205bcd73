import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type BatchJob, defineBatchJob, defineJob, FatalError, fixed, PermanentError } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { reaches } from '../support/settled.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const body = z.object({ n: z.number() })
const retry = { attempts: 2, backoff: fixed({ delayMs: 1 }) }

type Jobs = readonly BatchJob<{ n: number }>[]

let types = 0

/** Jobs of a batch type of their own, enqueued before anybody works. */
async function enqueued(
  count: number,
  run: (jobs: Jobs) => unknown,
  options: { batch?: number; concurrency?: number; timeoutMs?: number } = {},
) {
  const { batch = 10, concurrency = 1, ...others } = options
  const job = defineBatchJob({ type: `batch-${++types}`, body, batch, retry, run, ...others })
  const pawl = testPawl({ url: database.url, jobs: [job], queues: { [job.queue]: { concurrency } } })
  const bodies = Array.from({ length: count }, (_, i) => ({ n: i + 1 }))
  const ids = (await pawl.enqueueMany(job, bodies)).map(({ id }) => id)
  const statuses = async () => Promise.all(ids.map(async (id) => (await pawl.job(id))!.status))
  return { pawl, job, ids, statuses }
}

beforeAll(() => database.sql('create table effect (n int not null)'))

test('a handler gets up to so many jobs in one run, in their order, and all succeed when it returns', async () => {
  const runs: number[][] = []
  const { pawl, statuses } = await enqueued(25, (jobs) => void runs.push(jobs.map((job) => job.body.n)))
  await pawl.drain({ keepOpen: true })
  expect(runs.every((run) => run.length <= 10)).toBe(true)
  expect(runs.flat()).toEqual(Array.from({ length: 25 }, (_, i) => i + 1))
  expect(runs[0], 'the first claim takes enough to fill the slot').toHaveLength(10)
  expect(new Set(await statuses())).toEqual(new Set(['succeeded']))
})

test('jobs that come together to an idle worker run together', async () => {
  const runs: number[] = []
  const { pawl, job, ids } = await enqueued(1, (jobs) => void runs.push(jobs.length))
  await pawl.start()
  await reaches(pawl, ids[0]!, 'succeeded')
  for (let round = 0; round < 5; round++) {
    const jobs = await pawl.enqueueMany(job, [{ n: 1 }, { n: 2 }, { n: 3 }])
    await reaches(pawl, jobs[2]!.id, 'succeeded')
  }
  expect(runs).toEqual([1, 3, 3, 3, 3, 3])
})

test('a job that stands in line alone is not kept waiting for others', async () => {
  const runs: number[] = []
  const { pawl, ids } = await enqueued(1, (jobs) => void runs.push(jobs.length))
  await pawl.start()
  await reaches(pawl, ids[0]!, 'succeeded')
  expect(runs).toEqual([1])
})

test('each job can be settled on its own: failed, deferred, with a result; the others succeed', async () => {
  let first = true
  const { pawl, ids } = await enqueued(5, (jobs) => {
    if (!first) return
    first = false
    const [, two, three, four, five] = jobs
    two!.fail(new Error('this one'))
    three!.fail(new PermanentError('never'))
    four!.defer(3_600_000, 'not open yet')
    five!.succeed({ rows: 5 })
    five!.fail(new Error('the first word counts'))
  })
  await pawl.drain({ keepOpen: true })
  const views = await Promise.all(ids.map((id) => pawl.job(id)))
  expect(views).toMatchObject([
    { status: 'succeeded', attempt: 1, failures: 0 },
    { status: 'succeeded', attempt: 2, failures: 1 },
    { status: 'failed', attempt: 1, error: { message: 'never' } },
    { status: 'scheduled', deferrals: 1, failures: 0, error: { message: 'not open yet' } },
    { status: 'succeeded', attempt: 1, result: { rows: 5 } },
  ])
})

test('what is settled inside of a run is written at once, while the others go on', async () => {
  const hold = gate()
  const { pawl, ids } = await enqueued(3, async ([one, two]) => {
    one!.succeed('early')
    two!.fail(new PermanentError('early too'))
    await hold.passed
  })
  await pawl.start()
  await reaches(pawl, ids[0]!, 'succeeded')
  await reaches(pawl, ids[1]!, 'failed')
  expect((await pawl.job(ids[2]!))?.status).toBe('running')
  hold.open()
  await reaches(pawl, ids[2]!, 'succeeded')
})

test('a handler that throws fails all that it has not settled, and each is retried by its own count', async () => {
  const runs: [number, number][] = []
  const { pawl, ids } = await enqueued(3, (jobs) => {
    for (const job of jobs) runs.push([job.body.n, job.attempt])
    jobs.find((job) => job.body.n === 1)?.succeed()
    throw new Error('the service is down')
  })
  await pawl.start()
  for (const id of ids.slice(1)) {
    expect(await reaches(pawl, id, 'failed')).toMatchObject({ attempt: 2, error: { message: 'the service is down' } })
  }
  expect(await reaches(pawl, ids[0]!, 'succeeded')).toMatchObject({ attempt: 1 })
  expect(runs.filter(([n]) => n === 1)).toEqual([[1, 1]])
  expect(runs.filter(([n]) => n === 2)).toEqual([
    [2, 1],
    [2, 2],
  ])
})

test('a job with a body that cannot be read fails alone, and the others run without it', async () => {
  const seen: number[] = []
  const strict = defineBatchJob({
    type: 'strict',
    body: z.object({ n: z.number().max(2) }),
    batch: 10,
    retry,
    run: (jobs) => void seen.push(...jobs.map((job) => job.body.n)),
  })
  const lax = defineBatchJob({ type: 'strict', body, batch: 10, retry, run: () => {} })
  const before = testPawl({ url: database.url, jobs: [lax] })
  const ids = await before.enqueueMany(lax, [{ n: 1 }, { n: 3 }, { n: 2 }])
  const pawl = testPawl({ url: database.url, jobs: [strict] })
  await pawl.drain({ keepOpen: true })
  expect(seen).toEqual([1, 2])
  expect(await pawl.job(ids[1]!.id)).toMatchObject({ status: 'failed', attempt: 1, error: { code: 'invalid-body' } })
})

test('a job that is cancelled learns of it alone: it is not recorded as succeeded, its neighbours are', async () => {
  const [started, hold] = [gate(), gate()]
  const fired: number[] = []
  const { pawl, ids, statuses } = await enqueued(3, async (jobs) => {
    for (const job of jobs) job.signal.addEventListener('abort', () => fired.push(job.body.n))
    started.open()
    await hold.passed
  })
  await pawl.start()
  await started.passed
  await pawl.cancel(ids[1]!)
  await until('it has learned of it', () => fired.length > 0)
  hold.open()
  for (const id of [ids[0]!, ids[2]!]) await reaches(pawl, id, 'succeeded')
  expect(fired).toEqual([2])
  expect(await statuses()).toEqual(['succeeded', 'cancelled', 'succeeded'])
})

test('each job has its own timeout, and a handler that ignores it has its slot replaced', async () => {
  const stuck = gate()
  let deaf = true
  const { pawl, ids } = await enqueued(
    3,
    async ([one]) => {
      one!.succeed()
      if (deaf) await stuck.passed
    },
    { timeoutMs: 30 },
  )
  // before its replacement can run the others again
  pawl.on('slot.error', () => {
    deaf = false
  })
  await pawl.start()
  await until('the slot is in state error', () => pawl.slots.some(({ state }) => state === 'error'))
  expect(await reaches(pawl, ids[0]!, 'succeeded')).toMatchObject({ attempt: 1 })
  for (const id of ids.slice(1)) {
    expect(await reaches(pawl, id, 'succeeded')).toMatchObject({ attempt: 2, failures: 1 })
    expect(await pawl.attempts(id)).toMatchObject([{ outcome: 'retryable', error: { code: 'timeout' } }, {}])
  }
  stuck.open()
  await until('the slot is reset', () => pawl.slots.every(({ state }) => state === 'idle'))
})

test('commit, follow-ups, progress and results are those of each job', async () => {
  const follow = defineJob({ type: 'follow', body, run: () => {} })
  const job = defineBatchJob({
    type: 'committing',
    body,
    batch: 10,
    async run(jobs) {
      for (const job of jobs) {
        job.progress(`at ${job.body.n}`)
        await job.enqueue(follow, { n: job.body.n })
        if (job.body.n === 2) continue
        await job.commit(async (tx) => {
          await tx.query('insert into effect values ($1)', [job.body.n])
          return `committed ${job.body.n}`
        })
      }
      throw new PermanentError('those that have committed stay so')
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [job, follow] })
  const ids = await pawl.enqueueMany(job, [{ n: 1 }, { n: 2 }, { n: 3 }])
  await pawl.drain({ keepOpen: true })
  expect(await Promise.all(ids.map(({ id }) => pawl.job(id)))).toMatchObject([
    { status: 'succeeded', result: 'committed 1', progress: 'at 1' },
    { status: 'failed', progress: 'at 2' },
    { status: 'succeeded', result: 'committed 3', progress: 'at 3' },
  ])
  expect((await database.sql('select n from effect order by n')).map(({ n }) => n)).toEqual([1, 3])
  const follows = await database.sql(`select body ->> 'n' as n from pawl.jobs where type = 'follow' order by 1`)
  expect(follows.map(({ n }) => n)).toEqual(['1', '3'])
})

test('a shutdown hands back what a run has not settled, and costs no attempt', async () => {
  const started = gate()
  let first = true
  const run = async (jobs: Jobs) => {
    if (!first) return
    first = false
    jobs[0]!.succeed()
    started.open()
    await new Promise((_, reject) => jobs[1]!.signal.addEventListener('abort', () => reject(new Error('stopped'))))
  }
  const { pawl, job, ids } = await enqueued(3, run)
  await pawl.start()
  await started.passed
  await pawl.stop({ graceMs: 0 })
  const other = testPawl({ url: database.url, jobs: [job] })
  await other.start()
  for (const id of ids) await reaches(other, id, 'succeeded')
  expect(await other.job(ids[1]!)).toMatchObject({ attempt: 1, failures: 0, deferrals: 1 })
})

test('several slots share what is in line, each with its own batch', async () => {
  const [hold, sizes] = [gate(), [] as number[]]
  const { pawl, statuses } = await enqueued(
    7,
    async (jobs) => {
      sizes.push(jobs.length)
      await hold.passed
    },
    { batch: 3, concurrency: 3 },
  )
  await pawl.start()
  await until('all are taken', () => sizes.reduce((sum, size) => sum + size, 0) === 7)
  expect(sizes.sort()).toEqual([1, 3, 3])
  hold.open()
  await until('all have succeeded', async () => (await statuses()).every((status) => status === 'succeeded'))
})

test('a batch of one is a batch', async () => {
  const sizes: number[] = []
  const { pawl, statuses } = await enqueued(3, (jobs) => void sizes.push(jobs.length), { batch: 1 })
  await pawl.drain({ keepOpen: true })
  expect(sizes).toEqual([1, 1, 1])
  expect(await statuses()).toEqual(['succeeded', 'succeeded', 'succeeded'])
})

test('a fatal error is told once, however many jobs it ended', async () => {
  const { pawl } = await enqueued(5, () => {
    throw new FatalError('no space left')
  })
  const told: unknown[] = []
  pawl.on('worker.unfit', (event) => told.push(event))
  await pawl.start()
  await until('it was told', () => told.length > 0)
  await until('nothing runs', () => pawl.slots.every(({ state }) => state === 'idle'))
  expect(told).toHaveLength(1)
})

test('a batch job needs a queue of its own, and its options are checked', () => {
  const batch = defineBatchJob({ type: 'a', queue: 'shared', body, batch: 5, run: () => {} })
  const other = defineJob({ type: 'b', queue: 'shared', body, run: () => {} })
  expect(() => testPawl({ url: database.url, jobs: [batch, other] })).toThrow(
    "the queue 'shared' has the batch job 'a' and 'b': a batch job needs a queue of its own",
  )
  const define = (options: object) => () =>
    defineBatchJob({ type: 'x', body, batch: 5, run: () => {}, ...options } as never)
  expect(define({ batch: 0 })).toThrow("defineBatchJob('x'): batch must be a whole number from 1 to 1000; got 0")
  expect(define({ bacth: 5 })).toThrow(/has no option 'bacth'.*'batch'/)
  expect(define({ run: undefined })).toThrow(/run must be a function/)
  expect(() => defineJob({ type: 'x', body, batch: 5, run: () => {} } as never)).toThrow(/has no option 'batch'/)
})
