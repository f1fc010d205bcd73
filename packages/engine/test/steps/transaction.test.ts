import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, fixed } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { reaches } from '../support/settled.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const body = z.object({ n: z.number() })
const retry = { attempts: 3, backoff: fixed({ delayMs: 1 }) }
const follow = defineJob({ type: 'follow', body, run: () => {} })

beforeAll(() => database.sql('create table effect (n int not null, attempt int not null)'))

const effects = async (n: number) =>
  (await database.sql('select attempt from effect where n = $1', [n])).map(({ attempt }) => attempt)
const stepsOf = (id: string) => database.sql(`select name from pawl.step where 'job_' || job_id::text = $1`, [id])
const follows = (n: number) =>
  database.sql(`select from pawl.jobs where type = 'follow' and body ->> 'n' = $1::text`, [n])

test('the rows of a step and its record commit together, once', async () => {
  const job = defineJob({
    type: 'together',
    body,
    retry,
    async run(job) {
      const rows = await job.step(
        'write',
        async (tx) => {
          await tx.query('insert into effect values ($1, $2)', [job.body.n, job.attempt])
          await job.enqueue(follow, { n: job.body.n })
          return (await tx.query('select count(*)::int as count from effect where n = $1', [job.body.n])).rows
        },
        { tx: true },
      )
      if (job.attempt === 1) throw new Error('after the step')
      return rows
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [job, follow] })
  const announced: string[] = []
  pawl.on('job.enqueue', ({ type }) => void announced.push(type))
  await pawl.start()
  const { id } = await pawl.enqueue(job, { n: 1 })
  expect(await reaches(pawl, id, 'succeeded')).toMatchObject({ attempt: 2, result: [{ count: 1 }] })
  expect(await effects(1)).toEqual([1])
  expect(await follows(1)).toHaveLength(1)
  expect(announced.filter((type) => type === 'follow')).toHaveLength(1)
})

test('a step that throws inside of its transaction leaves nothing: no row, no record, no follow-up', async () => {
  const job = defineJob({
    type: 'rolled-back',
    body,
    retry,
    async run(job) {
      await job.step(
        'write',
        async (tx) => {
          await tx.query('insert into effect values ($1, $2)', [job.body.n, job.attempt])
          await job.enqueue(follow, { n: job.body.n })
          if (job.attempt === 1) throw new Error('inside')
        },
        { tx: true },
      )
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [job, follow] })
  await pawl.start()
  const { id } = await pawl.enqueue(job, { n: 2 })
  await reaches(pawl, id, 'succeeded')
  expect(await effects(2)).toEqual([2])
  expect(await follows(2)).toHaveLength(1)
})

test('a statement that failed dooms the step, whatever its function does about it; so does a result that cannot be kept', async () => {
  const job = defineJob({
    type: 'doomed',
    body,
    retry: { attempts: 1 },
    run: (job) =>
      job.step(
        'write',
        async (tx) => {
          await tx.query('insert into effect values ($1, $2)', [job.body.n, job.attempt])
          if (job.body.n === 3) await tx.query('select no_such_column').catch(() => {})
          return job.body.n === 3 ? undefined : 'x'.repeat(100_000)
        },
        { tx: true },
      ),
  })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  await pawl.start()
  for (const n of [3, 4]) {
    const { id } = await pawl.enqueue(job, { n })
    await reaches(pawl, id, 'failed')
    expect(await effects(n)).toEqual([])
    expect(await stepsOf(id)).toEqual([])
  }
})

test('job.enqueue inside of a plain step is refused with advice: a kept result would forget it', async () => {
  const messages: string[] = []
  const job = defineJob({
    type: 'forgetful',
    body,
    async run(job) {
      await job
        .step('plain', () => job.enqueue(follow, { n: job.body.n }))
        .catch((error) => void messages.push(error.message))
      await job.enqueue(follow, { n: job.body.n })
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [job, follow] })
  await pawl.start()
  const { id } = await pawl.enqueue(job, { n: 5 })
  await reaches(pawl, id, 'succeeded')
  expect(messages).toEqual([expect.stringContaining('enqueue before or after the step')])
  expect(await follows(5)).toHaveLength(1)
})

test('job.commit waits for no step and comes after all of them', async () => {
  const messages: string[] = []
  const note = (error: Error) => void messages.push(error.message)
  const job = defineJob({
    type: 'order',
    body,
    async run(job) {
      await job.step('open', () => job.commit(async () => {}).catch(note))
      await job.commit(async (tx) => {
        await tx.query('insert into effect values ($1, $2)', [job.body.n, job.attempt])
        await job.step('inside', () => {}).catch(note)
      })
      await job.step('after', () => {}).catch(note)
      await job.sleepUntil(1_000).catch(note)
      await job.waitFor('never').catch(note)
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  await pawl.start()
  const { id } = await pawl.enqueue(job, { n: 6 })
  await reaches(pawl, id, 'succeeded')
  const late = expect.stringContaining('steps, sleeps and waits come before it')
  await until('all have been refused', () => messages.length === 5)
  expect(messages).toEqual([expect.stringContaining('wait for its steps first'), late, late, late, late])
  expect((await stepsOf(id)).map(({ name }) => name)).toEqual(['open'])
  expect(await effects(6)).toEqual([1])
})
