import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, fixed, type Job } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { reaches } from '../support/settled.ts'
import { testPawl } from '../support/test-pawl.ts'

const database = testDatabase()
const body = z.object({})
const retry = { attempts: 3, backoff: fixed({ delayMs: 1 }) }

let types = 0

/** Runs a handler to its end, as a job of its own type, and tells what its steps ran. */
async function play(run: (job: Job<object>, ran: (what: string) => void) => unknown) {
  const ran: string[] = []
  const job = defineJob({
    type: `play-${++types}`,
    body,
    retry,
    run: (job) => run(job, (what) => void ran.push(what)),
  })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  await pawl.start()
  const { id } = await pawl.enqueue(job, {})
  const view = await reaches(pawl, id, 'succeeded', 'failed')
  return { pawl, id, ran, view }
}

const stepsOf = (id: string) =>
  database.sql(`select kind, name, value from pawl.step where 'job_' || job_id::text = $1 order by at`, [id])

test('a later attempt gets the results of steps that were kept and runs only what is left', async () => {
  const { ran, view, id } = await play(async (job, ran) => {
    const one = await job.step('one', () => {
      ran('one')
      return { n: 1 }
    })
    const two = await job.step('two', async () => {
      ran('two')
      return one.n + 1
    })
    if (job.attempt < 3) throw new Error('after two')
    return two
  })
  expect(ran).toEqual(['one', 'two'])
  expect(view).toMatchObject({ status: 'succeeded', attempt: 3, result: 2 })
  expect(await stepsOf(id)).toEqual([
    { kind: 'step', name: 'one', value: { n: 1 } },
    { kind: 'step', name: 'two', value: 2 },
  ])
})

test('a step that throws is not kept: the next attempt runs it again', async () => {
  const { ran, view } = await play(async (job, ran) => {
    await job.step('sure', () => ran('sure'))
    await job.step('shaky', () => {
      ran('shaky')
      if (job.attempt === 1) throw new Error('no')
    })
  })
  expect(ran).toEqual(['sure', 'shaky', 'shaky'])
  expect(view).toMatchObject({ status: 'succeeded', failures: 1 })
})

test('the result of a step is what JSON makes of it, on the first run too; undefined stays undefined', async () => {
  const values = [new Date('2026-01-01T00:00:00Z'), undefined, null, 0, ['😀'], { at: [1] }]
  const seen: unknown[][] = []
  await play(async (job) => {
    const got = []
    for (const [i, value] of values.entries()) got.push(await job.step(`value ${i}`, () => value))
    seen.push(got)
    if (job.attempt === 1) throw new Error('again')
  })
  expect(seen[0]).toEqual(['2026-01-01T00:00:00.000Z', undefined, null, 0, ['😀'], { at: [1] }])
  expect(seen[1]).toEqual(seen[0])
})

test('a name that is used again is numbered in the order of the calls', async () => {
  const { ran, id } = await play(async (job, ran) => {
    await job.step('page#2', () => ran('given'))
    const pages = []
    for (const page of ['a', 'b', 'c']) {
      pages.push(
        await job.step('page', () => {
          ran(page)
          return page
        }),
      )
    }
    expect(pages).toEqual(['a', 'b', 'c'])
    if (job.attempt === 1) throw new Error('again')
  })
  expect(ran).toEqual(['given', 'a', 'b', 'c'])
  expect((await stepsOf(id)).map(({ name }) => name)).toEqual(['page#2', 'page', 'page#3', 'page#4'])
})

test('steps may run side by side', async () => {
  const { ran, view } = await play(async (job, ran) => {
    const got = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) =>
        job.step(`n${n}`, () => {
          ran(`n${n}`)
          return n
        }),
      ),
    )
    if (job.attempt === 1) throw new Error('again')
    return got
  })
  expect(ran).toHaveLength(9)
  expect(view.result).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('what cannot be kept fails the attempt for good, and says of which step', async () => {
  const { view } = await play((job) => job.step('huge', () => 'x'.repeat(100_000)))
  expect(view).toMatchObject({
    status: 'failed',
    attempt: 1,
    error: { message: expect.stringMatching(/^what the step 'huge' of 'play-\d+' returned has 100002 bytes/) },
  })
})

test('a name that PostgreSQL would not find again is refused', async () => {
  for (const name of ['', 'a\u0000', '\ud83d', 'x'.repeat(201)]) {
    const { view } = await play((job) => job.step(name, () => 1))
    expect(view.error).toMatchObject({ code: 'invalid-option', message: expect.stringContaining('the name of a step') })
  }
})

test('the first attempt of a job does not look for old steps', async () => {
  const client = await database.connect()
  await client.query('begin; lock table pawl.step in access exclusive mode')
  const reached = gate()
  const job = defineJob({ type: 'first', body, run: (job) => job.step('one', () => reached.open()) })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  await pawl.start()
  const { id } = await pawl.enqueue(job, {})
  await reached.passed
  await client.query('commit')
  await reaches(pawl, id, 'succeeded')
})

test('a step that the handler does not wait for is waited for, and its error is that of the attempt', async () => {
  const hold = gate()
  const careless = await play(async (job, ran) => {
    void job.step('first', async () => {
      await hold.passed
      ran('first')
    })
    setImmediate(hold.open)
    if (job.attempt === 1) void job.step('second', () => Promise.reject(new Error('nobody hears me')))
    return 'done'
  })
  expect(careless.view).toMatchObject({ status: 'succeeded', attempt: 2, result: 'done' })
  expect(careless.ran.length).toBeGreaterThan(0)
  expect((await stepsOf(careless.id)).map(({ name }) => name)).toEqual(['first'])
  expect(await careless.pawl.attempts(careless.id)).toMatchObject([{ error: { message: 'nobody hears me' } }, {}])
})

test('a step that is begun when the handler has returned is refused, and that is told', async () => {
  const late: string[] = []
  const refused = gate<string>()
  const job = defineJob({
    type: 'too-late',
    body,
    run(job) {
      setTimeout(() => job.step('late', () => 1).catch((error) => refused.open(error.code)), 20)
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  pawl.on('job.late-error', ({ error }) => void late.push((error as Error).message))
  await pawl.start()
  const { id } = await pawl.enqueue(job, {})
  expect(await refused.passed).toBe('attempt-ended')
  expect(late).toHaveLength(1)
  expect(await stepsOf(id)).toEqual([])
})

test('an attempt is not settled while the write of one of its steps is under way', async () => {
  const [begun, aborted] = [gate(), gate()]
  const job = defineJob({
    type: 'under-way',
    body,
    // time enough to come to the write on a slow machine, which must be under way when it is over
    timeoutMs: 3_000,
    retry: { attempts: 1 },
    async run(job) {
      job.signal.addEventListener('abort', () => aborted.open())
      await job.step('held up', async () => {
        await client.query('begin')
        await client.query('select from pawl.attempt where pos = $1 for update', [Number(job.id.slice(4))])
        begun.open()
      })
    },
  })
  const client = await database.connect()
  const pawl = testPawl({ url: database.url, jobs: [job], worker: { abortGraceMs: 0 } })
  await pawl.start()
  const { id } = await pawl.enqueue(job, {})
  await begun.passed
  await aborted.passed
  const outcomes = () => database.sql('select at from pawl.outcome where pos = $1', [Number(id.slice(4))])
  for (let turn = 0; turn < 20; turn++) expect(await outcomes()).toEqual([])
  await client.query('commit')
  expect(await reaches(pawl, id, 'failed')).toMatchObject({ error: { code: 'timeout' } })
  const [step] = await database.sql(`select name, at from pawl.step where 'job_' || job_id::text = $1`, [id])
  const [outcome] = await outcomes()
  expect(step).toMatchObject({ name: 'held up' })
  expect(step.at.getTime()).toBeLessThanOrEqual(outcome.at.getTime())
})

test('a step whose function ends after its attempt was settled is refused', async () => {
  const hold = gate()
  const ended = gate<string>()
  const job = defineJob({
    type: 'late-step',
    body,
    timeoutMs: 30,
    retry: { attempts: 1 },
    async run(job) {
      await job.step('slow', () => hold.passed).catch((error) => ended.open(error.code))
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  await pawl.start()
  const { id } = await pawl.enqueue(job, {})
  await reaches(pawl, id, 'failed')
  hold.open()
  expect(await ended.passed).toBe('lease-lost')
  expect(await stepsOf(id)).toEqual([])
})

test('steps that were kept outlive a shutdown: the attempt goes back and goes on where it was', async () => {
  const reached = gate()
  let runs = 0
  const job = defineJob({
    type: 'handed-back',
    body,
    async run(job) {
      await job.step('first', () => {
        runs++
      })
      reached.open()
      if (job.signal.aborted) return
      if (runs === 1 && !second) await new Promise((_, reject) => job.signal.addEventListener('abort', reject))
    },
  })
  let second = false
  const one = testPawl({ url: database.url, jobs: [job] })
  await one.start()
  const { id } = await one.enqueue(job, {})
  await reached.passed
  await one.stop({ graceMs: 0 })
  second = true
  const two = testPawl({ url: database.url, jobs: [job] })
  await two.start()
  expect(await reaches(two, id, 'succeeded')).toMatchObject({ attempt: 1, failures: 0, deferrals: 1 })
  expect(runs).toBe(1)
})

test('each step is an event that says whether it ran or was kept', async () => {
  const told: string[] = []
  const job = defineJob({
    type: 'told',
    body,
    retry,
    async run(job) {
      await job.step('a', () => {})
      if (job.attempt === 1) throw new Error('again')
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  pawl.on('job.step', ({ step, kept, attempt }) => void told.push(`${step} ${attempt} ${kept ? 'kept' : 'ran'}`))
  await pawl.start()
  const { id } = await pawl.enqueue(job, {})
  await reaches(pawl, id, 'succeeded')
  expect(told).toEqual(['a 1 ran', 'a 2 kept'])
})
