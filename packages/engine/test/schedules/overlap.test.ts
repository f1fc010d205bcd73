import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, defineSchedule, type PawlEvents } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { reaches } from '../support/settled.ts'
import { testPawl } from '../support/test-pawl.ts'
import { scheduleRows } from './support/schedule-rows.ts'
import { testScheduler } from './support/test-scheduler.ts'

const database = testDatabase()
const { due, row, bodies } = scheduleRows(database)
const hourMs = 60 * 60 * 1000
const body = () => ({})

test('a tick gets no job while the one before waits or runs; the first after its end does', async () => {
  const { passed, open } = gate()
  const job = defineJob({ type: 'slow', body: z.object({}), run: () => passed })
  const schedule = defineSchedule({ name: 'slow', everyMs: hourMs, job, body, overlap: 'skip' })
  const scheduler = testScheduler(database.url, [schedule])
  const misses: PawlEvents['schedule.miss'][] = []
  scheduler.events.on('schedule.miss', (event) => misses.push(event))
  const tick = async () => {
    await due('slow')
    await scheduler.tick()
    return (await bodies('slow')).length
  }
  await scheduler.tick()
  expect(await tick()).toBe(1)
  const { last_job: first, last_at: firedAt } = await row('slow')
  expect(await tick()).toBe(1)

  const pawl = testPawl({ url: database.url, jobs: [job] })
  await pawl.start()
  await reaches(pawl, `job_${first}`, 'running')
  expect(await tick()).toBe(1)
  expect(await row('slow')).toMatchObject({ last_job: first, last_at: firedAt })
  expect(misses.map(({ reason, count }) => [reason, count])).toEqual([
    ['overlap', 1],
    ['overlap', 1],
  ])

  open()
  await reaches(pawl, `job_${first}`, 'succeeded')
  expect(await tick()).toBe(2)
})

test('a job that was cancelled, or became a dead letter, has ended', async () => {
  const job = defineJob({
    type: 'broken',
    body: z.object({}),
    retry: { attempts: 1 },
    run() {
      throw new Error('broken')
    },
  })
  const schedule = defineSchedule({ name: 'broken', everyMs: hourMs, job, body, overlap: 'skip' })
  const scheduler = testScheduler(database.url, [schedule])
  const pawl = testPawl({ url: database.url, jobs: [job] })
  await scheduler.tick()
  await due('broken')
  await scheduler.tick()
  await pawl.drain({ keepOpen: true })
  await due('broken')
  await scheduler.tick()
  expect(await bodies('broken')).toHaveLength(2)
  await pawl.cancel(`job_${(await row('broken')).last_job}`)
  await due('broken')
  await scheduler.tick()
  expect(await bodies('broken')).toHaveLength(3)
})

test('with overlap allowed a tick fires whatever the one before does', async () => {
  const job = defineJob({ type: 'allowed', body: z.object({}), run() {} })
  const scheduler = testScheduler(database.url, [defineSchedule({ name: 'allowed', everyMs: hourMs, job, body })])
  await scheduler.tick()
  for (const _ of [1, 2, 3]) {
    await due('allowed')
    await scheduler.tick()
  }
  expect(await bodies('allowed')).toHaveLength(3)
})
