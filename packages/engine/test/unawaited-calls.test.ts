import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, fixed } from '../src/index.ts'
import { Events } from '../src/runtime/events.ts'
import { Attempt } from '../src/runtime/worker/attempt.ts'
import { ProgressWriter } from '../src/runtime/worker/progress-writer.ts'
import { testDatabase } from './support/database.ts'
import { gate } from './support/gate.ts'
import { reaches } from './support/settled.ts'
import { testPawl } from './support/test-pawl.ts'
import { until } from './support/until.ts'

const database = testDatabase()
const body = z.object({})
const next = defineJob({ type: 'next', body, run: () => {} })

beforeAll(() => database.sql('create table effect (job text not null)'))

async function effects(id: string): Promise<number> {
  return (await database.sql('select from effect where job = $1', [id])).length
}

test('a follow-up that the handler does not await is written all the same', async () => {
  const careless = defineJob({
    type: 'careless-enqueue',
    body,
    run(job) {
      void job.enqueue(next, {})
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [careless, next] })
  const { id } = await pawl.enqueue(careless, {})
  await pawl.drain({ keepOpen: true })
  expect((await pawl.job(id))?.status).toBe('succeeded')
  expect(await database.sql(`select status from pawl.jobs where type = 'next'`)).toEqual([{ status: 'succeeded' }])
})

test('a commit that the handler does not await decides what becomes of the attempt', async () => {
  const careless = defineJob({
    type: 'careless-commit',
    body: z.object({ fails: z.boolean() }),
    retry: { attempts: 2, backoff: fixed({ delayMs: 1 }) },
    run(job) {
      void job.commit(async (tx) => {
        await tx.query('insert into effect values ($1)', [job.id])
        if (job.body.fails && job.attempt === 1) throw new Error('the first commit fails')
      })
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [careless] })
  await pawl.start()
  const [good, bad] = await pawl.enqueueMany(careless, [{ fails: false }, { fails: true }])
  expect(await reaches(pawl, good!.id, 'succeeded')).toMatchObject({ failures: 0 })
  expect(await reaches(pawl, bad!.id, 'succeeded')).toMatchObject({ failures: 1 })
  expect([await effects(good!.id), await effects(bad!.id)]).toEqual([1, 1])
})

test('what a handler begins after its end is refused and told', async () => {
  const left = gate()
  const refused = gate<unknown>()
  const late = defineJob({
    type: 'late',
    body,
    run(job) {
      void left.passed.then(() => job.enqueue(next, {}).catch(refused.open))
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [late, next] })
  const told: unknown[] = []
  pawl.on('job.late-error', ({ error }) => void told.push(error))
  await pawl.start()
  await reaches(pawl, (await pawl.enqueue(late, {})).id, 'succeeded')
  left.open()
  const error = await refused.passed
  expect(error).toMatchObject({ code: 'attempt-ended' })
  expect(told).toEqual([error])
})

test('of two commits at once the second is refused, and the first one stands', async () => {
  const seen = gate<{ results: PromiseSettledResult<unknown>[]; aborted: boolean }>()
  const twice = defineJob({
    type: 'twice',
    body,
    async run(job) {
      const write = () => job.commit((tx) => tx.query('insert into effect values ($1)', [job.id]))
      const results = await Promise.allSettled([write(), write()])
      seen.open({ results, aborted: job.signal.aborted })
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [twice] })
  await pawl.start()
  const { id } = await pawl.enqueue(twice, {})
  await reaches(pawl, id, 'succeeded')
  const { results, aborted } = await seen.passed
  expect(results).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'commit-twice' } }])
  expect([aborted, await effects(id)]).toEqual([false, 1])
})

test('a handler that is cut off inside of a long commit holds up nobody, and its commit stands', async () => {
  const aborted = gate()
  const open = gate()
  const slow = defineJob({
    type: 'slow-commit',
    body,
    // long enough to be inside by then, on a machine that is busy too
    timeoutMs: 3_000,
    run: (job) =>
      job.commit(async (tx) => {
        await tx.query('insert into effect values ($1)', [job.id])
        job.signal.addEventListener('abort', () => aborted.open())
        await open.passed
      }),
  })
  const pawl = testPawl({ url: database.url, jobs: [slow, next], worker: { abortGraceMs: 1 } })
  const heard: string[] = []
  pawl.on('job.settle', ({ type, outcome }) => void heard.push(`${type} ${outcome}`))
  pawl.on('job.lease-lost', ({ type }) => void heard.push(`${type} lost`))
  await pawl.start()
  const { id } = await pawl.enqueue(slow, {})
  await aborted.passed
  // the grace of a millisecond began before this timer, and ends before it
  await new Promise((resolve) => setTimeout(resolve, 20))
  await reaches(pawl, (await pawl.enqueue(next, {})).id, 'succeeded')
  await until('that is told', () => heard.length === 1)
  open.open()
  await reaches(pawl, id, 'succeeded')
  await until('it is told', () => heard.length === 2)
  expect(heard).toEqual(['next succeeded', 'slow-commit succeeded'])
  expect(await effects(id)).toBe(1)
})

test('a handler that hangs inside of its commit fails once PostgreSQL has ended the transaction', async () => {
  const hangs = defineJob({
    type: 'hangs',
    body,
    retry: { attempts: 1 },
    run: (job) => job.commit(() => new Promise(() => {})),
  })
  const pawl = testPawl({ url: database.url, jobs: [hangs], worker: { commitIdleMs: 300 } })
  await pawl.start()
  const { id } = await pawl.enqueue(hangs, {})
  expect(await reaches(pawl, id, 'failed')).toMatchObject({ error: { code: 'transaction-timeout' } })
})

test('progress that is reported after the end of an attempt begins nothing', () => {
  let written = 0
  const runner = {
    async run() {
      written++
      return []
    },
  }
  const progress = new ProgressWriter(runner, () => ({ id: 'a', number: 1 }), new Events(), 60_000)
  const lane = { id: 1, queue: 'q', type: 'next', version: 1, priority: 5, source: '', place: 'line' as const }
  const row = { pos: 1, place: 1, body: {}, maxAttempts: 1, createdMs: 0, settled: false, parked: false, rest: null }
  const attempt = new Attempt(row, next, lane, { lane: 1, turn: 1, claim: 1, origin: undefined, open: 1 }, 0)
  attempt.ended = true
  progress.report(attempt, 'too late')
  expect(written).toBe(0)
})
