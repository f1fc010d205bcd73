import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, type Job } from '../../src/index.ts'
import { advanceTime } from '../../src/testing/index.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'

const database = testDatabase()
const body = z.object({})
const hourMs = 3_600_000

let types = 0

/**
 * A job that sleeps in one release of its code and wakes up in the next: what the steps of the second one ran, and what it
 * returned.
 */
async function acrossReleases(
  before: (job: Job<object>) => Promise<unknown>,
  after: (job: Job<object>, ran: (step: string) => string) => Promise<unknown>,
) {
  const type = `released-${++types}`
  const old = defineJob({ type, body, run: before })
  const ran: string[] = []
  const young = defineJob({
    type,
    body,
    run: (job) =>
      after(job, (step) => {
        ran.push(step)
        return `new ${step}`
      }),
  })
  const first = testPawl({ url: database.url, jobs: [old] })
  const { id } = await first.enqueue(old, {})
  await first.drain({ keepOpen: true })
  expect(await first.job(id)).toMatchObject({ status: 'scheduled', deferrals: 1 })
  await advanceTime(database.url, hourMs)
  const second = testPawl({ url: database.url, jobs: [young] })
  await second.drain({ keepOpen: true })
  return { ran, job: await second.job(id) }
}

const abc = async (job: Job<object>) => {
  for (const name of ['a', 'b', 'c']) await job.step(name, () => `old ${name}`)
  await job.sleepUntil(hourMs)
}

test('a step that is new runs when it is reached, before and after kept ones', async () => {
  const { ran, job } = await acrossReleases(abc, async (job, ran) => {
    const results = []
    for (const name of ['start', 'a', 'between', 'b', 'c']) results.push(await job.step(name, () => ran(name)))
    await job.sleepUntil(hourMs)
    results.push(await job.step('end', () => ran('end')))
    return results
  })
  expect(ran).toEqual(['start', 'between', 'end'])
  expect(job?.result).toEqual(['new start', 'old a', 'new between', 'old b', 'old c', 'new end'])
})

test('steps are found by their names, so that they may change places', async () => {
  const { ran, job } = await acrossReleases(abc, async (job, ran) => {
    await job.sleepUntil(hourMs)
    const results = []
    for (const name of ['c', 'a', 'b']) results.push(await job.step(name, () => ran(name)))
    return results
  })
  expect(ran).toEqual([])
  expect(job?.result).toEqual(['old c', 'old a', 'old b'])
})

test('a step that is gone is left alone: what was kept of it stays, and nobody asks for it', async () => {
  const { ran, job } = await acrossReleases(abc, async (job, ran) => {
    await job.sleepUntil(hourMs)
    return job.step('b', () => ran('b'))
  })
  expect(ran).toEqual([])
  expect(job).toMatchObject({ status: 'succeeded', result: 'old b' })
  const rows = await database.sql(`select name from pawl.step where 'job_' || job_id::text = $1 and kind = 'step'`, [
    job!.id,
  ])
  expect(rows.map(({ name }) => name).sort()).toEqual(['a', 'b', 'c'])
})

test('a step with another name is another step: it runs', async () => {
  const { ran, job } = await acrossReleases(abc, async (job, ran) => {
    const results = [await job.step('a', () => ran('a')), await job.step('bee', () => ran('bee'))]
    await job.sleepUntil(hourMs)
    return results
  })
  expect(ran).toEqual(['bee'])
  expect(job?.result).toEqual(['old a', 'new bee'])
})

test('numbered steps are found by their number: one that is put before them takes over the result of the first', async () => {
  const { ran, job } = await acrossReleases(
    async (job) => {
      for (const page of [1, 2]) await job.step('page', () => `old page ${page}`)
      await job.sleepUntil(hourMs)
    },
    async (job, ran) => {
      const results = []
      for (const page of [0, 1, 2]) results.push(await job.step('page', () => ran(`page ${page}`)))
      await job.sleepUntil(hourMs)
      return results
    },
  )
  expect(ran).toEqual(['page 2'])
  expect(job?.result).toEqual(['old page 1', 'old page 2', 'new page 2'])
})

test('a sleep that is new is slept, one that is gone is not, and a step is never taken for a sleep or a wait', async () => {
  const { ran, job } = await acrossReleases(
    async (job) => {
      await job.step('sleep', () => 'old sleep')
      await job.step('paid', () => 'old paid')
      await job.sleepUntil(hourMs, { name: 'old' })
    },
    async (job, ran) => {
      await job.sleepUntil(hourMs, { name: 'new' })
      return [await job.waitFor('paid', { timeoutMs: 0 }), await job.step('sleep', () => ran('sleep'))]
    },
  )
  expect(job).toMatchObject({ status: 'scheduled', deferrals: 2 })
  expect(ran).toEqual([])
})

test('a wait that has begun keeps its time, whatever a later release says', async () => {
  const { job } = await acrossReleases(
    (job) => job.waitFor('never', { timeoutMs: hourMs }),
    async (job) => (await job.waitFor('never', { timeoutMs: 5 * hourMs })) ?? 'timed out',
  )
  expect(job).toMatchObject({ status: 'succeeded', result: 'timed out' })
})
