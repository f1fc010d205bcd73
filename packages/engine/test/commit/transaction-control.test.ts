import { beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { defineBatchJob, defineJob, fixed, type Job, TransactionControlError, type Tx } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { reaches } from '../support/settled.ts'
import { testPawl } from '../support/test-pawl.ts'

const database = testDatabase()
const body = z.object({})
const retry = { attempts: 5, backoff: fixed({ delayMs: 1 }) }
const insert = 'insert into effect values (1)'

beforeAll(() => database.sql('create table effect (n int not null)'))
beforeEach(() => database.sql('truncate effect'))

const unfence = async (tx: Tx) => {
  await tx.query(insert)
  await tx.query('rollback')
  await tx.query(insert)
}

type Case = [string, (job: Job<unknown>) => Promise<unknown>]
const cases: Case[] = [
  ['job.commit', (job) => job.commit(unfence)],
  ['job.transaction', (job) => job.transaction(unfence)],
  ['a step with tx', (job) => job.step('unfenced', unfence, { tx: true })],
  ['job.commit whose error is caught', (job) => job.commit(unfence).catch(() => 'fine')],
  ['job.transaction whose error is caught', (job) => job.transaction(unfence).catch(() => 'fine')],
]

test.each(cases)('a ROLLBACK inside of %s: nothing is written, the job is a dead letter at once', async (_, run) => {
  let runs = 0
  const job = defineJob({
    type: 'unfenced',
    body,
    retry,
    run(job) {
      runs++
      return run(job)
    },
  })
  // a classifier of the user's own has no say in it
  const pawl = testPawl({ url: database.url, jobs: [job], classifyError: () => 'retryable' })
  const { id } = await pawl.enqueue(job, {})
  await pawl.start()
  const { error } = await reaches(pawl, id, 'failed')
  expect(error).toMatchObject({ code: 'transaction-control', class: 'permanent', name: 'TransactionControlError' })
  expect((error as Error).message).toMatch(/^'rollback' was not sent: in the callback of job.commit/)
  expect(await pawl.deadLetters.show(id)).toMatchObject({ reason: 'permanent' })
  expect(runs).toBe(1)
  expect(await database.sql('select from effect')).toEqual([])
})

test('the signal of the job says why, and a second commit is refused', async () => {
  const seen: unknown[] = []
  const job = defineJob({
    type: 'goes-on',
    body,
    retry,
    async run(job) {
      await job.commit((tx) => tx.query('commit')).catch((error) => seen.push(error))
      seen.push(job.signal.reason)
      await job.commit((tx) => tx.query(insert)).catch((error) => seen.push(error))
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  const { id } = await pawl.enqueue(job, {})
  await pawl.start()
  await reaches(pawl, id, 'failed')
  expect(seen.slice(0, 2).every((error) => error instanceof TransactionControlError)).toBe(true)
  expect(seen[2]).toMatchObject({ code: 'commit-twice' })
  expect(await database.sql('select from effect')).toEqual([])
})

test('one job of a batch does it: the others are committed', async () => {
  const job = defineBatchJob({
    type: 'unfenced-batch',
    body: z.object({ n: z.number() }),
    batch: 3,
    retry,
    async run(jobs) {
      for (const each of jobs) {
        await each.commit<unknown>(each.body.n === 2 ? unfence : (tx) => tx.query(insert)).catch(() => {})
      }
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  const ids = (await pawl.enqueueMany(job, [{ n: 1 }, { n: 2 }, { n: 3 }])).map(({ id }) => id)
  await pawl.drain({ keepOpen: true })
  const states = await Promise.all(ids.map(async (id) => (await pawl.job(id))?.status))
  expect(states).toEqual(['succeeded', 'failed', 'succeeded'])
  expect(await database.sql('select from effect')).toHaveLength(2)
})

test('a COMMIT that was hidden has completed the job: that stands, and is told as an error that came late', async () => {
  const errors: unknown[] = []
  const job = defineJob({
    type: 'hidden-commit',
    body,
    retry,
    run: (job) =>
      job.commit(async (tx) => {
        await tx.query(insert)
        // its text is another one when it is read again
        const texts = ['select', 'commit']
        await tx.query({
          get text() {
            return texts.shift() ?? 'commit'
          },
        } as never)
        await tx.query(insert)
      }),
  })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  pawl.on('job.late-error', ({ error }) => void errors.push(error))
  const { id } = await pawl.enqueue(job, {})
  await pawl.drain({ keepOpen: true })
  expect((await pawl.job(id))?.status).toBe('succeeded')
  expect(errors).toMatchObject([{ code: 'transaction-control' }])
  expect(await database.sql('select from effect')).toHaveLength(1)
})
