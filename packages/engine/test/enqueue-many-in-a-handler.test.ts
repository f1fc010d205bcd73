import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineBatchJob, defineJob, type Job } from '../src/index.ts'
import { runJob } from '../src/testing/index.ts'
import { testDatabase } from './support/database.ts'
import { testPawl } from './support/test-pawl.ts'

const database = testDatabase()

const child = defineJob({
  type: 'child',
  body: z.object({ n: z.number() }),
  key: ({ n }) => `child-${n}`,
  run: ({ body }) => body.n,
})

const bodies = [{ n: 1 }, { n: 2 }, { n: 2 }, { n: 3 }]

/** A job that enqueues children in its own way, and the children that were made. */
async function childrenOf(enqueue: (job: Job<unknown>) => Promise<unknown>): Promise<number[]> {
  const parent = defineJob({ type: 'parent', body: z.object({}), retry: { attempts: 1 }, run: enqueue })
  const pawl = testPawl({ url: database.url, jobs: [parent, child] })
  const made: string[] = []
  pawl.on('job.enqueue', ({ type, ids }) => {
    if (type === 'child') made.push(...ids)
  })
  await runJob(pawl, parent, {})
  return Promise.all(made.map(async (id) => ((await pawl.job(id))!.body as { n: number }).n))
}

test('inside of commit many are written with it, and each answer tells whether its key was held', async () => {
  let answers: readonly { duplicate: boolean }[] = []
  const made = await childrenOf((job) =>
    job.commit(async () => {
      answers = await job.enqueueMany(child, bodies)
    }),
  )
  expect(made).toEqual([1, 2, 3])
  expect(answers.map(({ duplicate }) => duplicate)).toEqual([false, false, true, false])
})

test('a commit that fails makes none of them', async () => {
  const made = await childrenOf((job) =>
    job.commit(async () => {
      await job.enqueueMany(child, bodies)
      throw new Error('after all')
    }),
  )
  expect(made).toEqual([])
})

test('outside of a transaction they are written with the completion, inside of one with it', async () => {
  expect(await childrenOf((job) => job.enqueueMany(child, bodies))).toEqual([1, 2, 3])
  expect(await childrenOf((job) => job.transaction(() => job.enqueueMany(child, bodies)))).toEqual([1, 2, 3])
})

test('one body that does not fit refuses all of them, and none is none', async () => {
  expect(await childrenOf((job) => job.enqueueMany(child, [{ n: 1 }, { n: 'two' as never }]))).toEqual([])
  expect(await childrenOf((job) => job.enqueueMany(child, []))).toEqual([])
})

test('a job of a batch can do it too', async () => {
  const parents = defineBatchJob({
    type: 'parents',
    body: z.object({}),
    batch: 10,
    run: async ([first]) => first!.commit(async () => void (await first!.enqueueMany(child, bodies))),
  })
  const pawl = testPawl({ url: database.url, jobs: [parents, child] })
  let made = 0
  pawl.on('job.enqueue', ({ type, ids }) => {
    if (type === 'child') made += ids.length
  })
  await runJob(pawl, parents, {})
  expect(made).toBe(3)
})
