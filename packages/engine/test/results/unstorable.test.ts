import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, type JobFailedError } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'

const database = testDatabase()
const body = z.object({})

function deep(levels: number): unknown {
  let value: unknown = 'x'
  for (let i = 0; i < levels; i++) value = [value]
  return value
}

const round: Record<string, unknown> = {}
round.self = round

test.each<[string, unknown, RegExp]>([
  ['10 MB', 'x'.repeat(10_000_000), /has 10000002 bytes, its limit is 65536\. Store the data and return what finds it/],
  ['the character NUL', { text: 'a\u0000b' }, /a text holds the character NUL, which PostgreSQL cannot store/],
  ['half of a surrogate pair', ['\ud83d'], /half of a surrogate pair/],
  ['a BigInt', { id: 10n }, /cannot be kept: .*BigInt.*Return plain data, or nothing/],
  ['a cycle', round, /cannot be kept: .*circular/],
  ['a value nested too deep', deep(501), /nested more than 500 deep/],
])('a result of %s fails the attempt for good with advice, and nobody else suffers', async (_, value, message) => {
  const broken = defineJob({ type: 'broken', body, run: () => value })
  const inCommit = defineJob({
    type: 'in-commit',
    body,
    run: (job) =>
      job.commit(async (tx) => {
        await tx.query('create table if not exists effect (n int)')
        return value
      }),
  })
  const fine = defineJob({ type: 'fine', body, run: () => 'fine' })
  const pawl = testPawl({ url: database.url, jobs: [broken, inCommit, fine], classifyError: () => 'retryable' })
  await pawl.start()
  const ids = [
    (await pawl.enqueue(broken, {})).id,
    (await pawl.enqueue(inCommit, {})).id,
    (await pawl.enqueue(fine, {})).id,
  ] as const
  for (const id of [ids[0], ids[1]]) {
    const error = (await pawl.result(id).catch((thrown: unknown) => thrown)) as JobFailedError
    expect(error.error).toMatchObject({ name: 'InvalidResultError', class: 'permanent' })
    expect(error.error?.message).toMatch(message)
    expect(await pawl.job(id)).toMatchObject({ status: 'failed', attempt: 1 })
  }
  expect(await pawl.result(ids[2])).toBe('fine')
  const [{ made }] = await database.sql(`select to_regclass('effect') as made`)
  expect(made, 'a commit that cannot keep its result writes nothing').toBeNull()
})

test('a value nested as deep as is allowed is kept', async () => {
  const job = defineJob({ type: 'deep', body, run: () => deep(500) })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  await pawl.start()
  const { id } = await pawl.enqueue(job, {})
  expect(await pawl.result(id)).toEqual(deep(500))
})

test('the limit is an option of the job', async () => {
  const value = 'x'.repeat(100_000)
  const job = defineJob({ type: 'large', body, maxResultBytes: 200_000, run: () => value })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  await pawl.start()
  const { id } = await pawl.enqueue(job, {})
  expect(await pawl.result(id)).toBe(value)
  expect(() => defineJob({ type: 'x', body, maxResultBytes: 0, run: () => {} })).toThrow(/maxResultBytes/)
})

test('a result that PostgreSQL itself refuses fails its own job, and those that were settled with it succeed', async () => {
  // stands for whatever it may refuse that we do not know of, such as a character that the database's encoding lacks
  await database.sql(`alter table pawl.result add constraint refused check (value <> '"refuse me"')`)
  const go = gate()
  const job = defineJob({
    type: 'refused',
    body: z.object({ n: z.number() }),
    run: async (job) => {
      await go.passed
      return job.body.n === 2 ? 'refuse me' : job.body.n
    },
  })
  const pawl = testPawl({ url: database.url, jobs: [job] })
  const ids = await pawl.enqueueMany(
    job,
    [1, 2, 3].map((n) => ({ n })),
  )
  await pawl.start()
  await until('all run', () => pawl.slots.filter(({ state }) => state === 'busy').length === 3)
  go.open()
  expect(await pawl.result(ids[0]!.id)).toBe(1)
  expect(await pawl.result(ids[2]!.id)).toBe(3)
  await expect(pawl.result(ids[1]!.id)).rejects.toThrow(/the result of 'refused' cannot be kept: .*violates check/)
  expect(await pawl.job(ids[1]!.id)).toMatchObject({ status: 'failed', attempt: 1 })
})

test('large results that end together are written in parts', async () => {
  const value = 'x'.repeat(60_000)
  const job = defineJob({ type: 'crowd', body, run: () => value })
  const pawl = testPawl({ url: database.url, jobs: [job], queues: { crowd: { concurrency: 200 } } })
  const ids = await pawl.enqueueMany(
    job,
    Array.from({ length: 200 }, () => ({})),
  )
  await pawl.drain({ keepOpen: true })
  const rows = await database.sql(`select from pawl.jobs where type = 'crowd' and length(result #>> '{}') = 60000`)
  expect(rows).toHaveLength(ids.length)
})
