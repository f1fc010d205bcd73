import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../src/index.ts'
import { advanceTime, runJob, spyOnEnqueues } from '../src/testing/index.ts'
import { testDatabase } from './support/database.ts'
import { testPawl } from './support/test-pawl.ts'

const database = testDatabase()
const seen: number[] = []
const leaf = defineJob({ type: 'leaf', body: z.object({ n: z.number() }), run: (job) => void seen.push(job.body.n) })
const parent = defineJob({
  type: 'parent',
  body: z.object({}),
  async run(job) {
    await job.enqueue(leaf, { n: 1 })
    await job.commit(async () => {
      await job.enqueue(leaf, { n: 2 })
    })
  },
})
const jobs = [leaf, parent]

test('runJob runs one job and returns what became of it', async () => {
  const pawl = testPawl({ url: database.url, jobs })
  expect(await runJob(pawl, leaf, { n: 7 })).toMatchObject({ status: 'succeeded', type: 'leaf' })
  expect(seen).toContain(7)
})

test('the spy sees enqueues and the follow-ups of jobs, with their bodies', async () => {
  const pawl = testPawl({ url: database.url, jobs })
  const spy = spyOnEnqueues(pawl)
  await runJob(pawl, parent, {})
  const bodies = (await spy.seen('leaf')).map(({ body }) => body)
  expect(bodies).toHaveLength(2)
  expect(bodies).toEqual(expect.arrayContaining([{ n: 1 }, { n: 2 }]))
  expect(await spy.seen()).toHaveLength(3)
})

test('advanceTime makes a delayed job due', async () => {
  const pawl = testPawl({ url: database.url, jobs })
  const { id } = await pawl.enqueue(leaf, { n: 9 }, { delayMs: 3_600_000 })
  await pawl.drain({ keepOpen: true })
  expect((await pawl.job(id))?.status).toBe('scheduled')
  await advanceTime(database.url, 3_600_000)
  await pawl.drain({ keepOpen: true })
  expect((await pawl.job(id))?.status).toBe('succeeded')
})
