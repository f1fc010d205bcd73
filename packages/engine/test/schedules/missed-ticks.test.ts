import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, defineSchedule, type Missed, type PawlEvents } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { scheduleRows } from './support/schedule-rows.ts'
import { testScheduler } from './support/test-scheduler.ts'

const database = testDatabase()
const { due, row, bodies } = scheduleRows(database)
const hourMs = 60 * 60 * 1000

/** Nobody was there for two and a half hours: three ticks of an hourly schedule have come. */
async function comeBack(missed: Missed) {
  const name = `away, ${missed}`
  const job = defineJob({ type: name, body: z.object({ at: z.number(), missed: z.number() }), run() {} })
  const body = (tick: { at: Date; missed: number }) => ({ at: tick.at.getTime(), missed: tick.missed })
  const scheduler = testScheduler(database.url, [defineSchedule({ name, everyMs: hourMs, job, body, missed })])
  const misses: PawlEvents['schedule.miss'][] = []
  scheduler.events.on('schedule.miss', (event) => misses.push(event))
  await scheduler.tick()
  await due(name, 2.5 * hourMs)
  const first = (await row(name)).next_at.getTime()
  await scheduler.tick()
  const fired = (await bodies(name)).map(({ at, missed }) => [(at - first) / hourMs, missed])
  return { name, fired, misses, first, nextAt: (await row(name)).next_at.getTime() }
}

test('skip: none of them is made up for, and it is said', async () => {
  const { name, fired, misses, first, nextAt } = await comeBack('skip')
  expect(fired).toEqual([])
  const [from, to] = [new Date(first), new Date(first + 2 * hourMs)]
  expect(misses).toEqual([{ schedule: name, reason: 'late', count: 3, from, to }])
  expect(nextAt).toBe(first + 3 * hourMs)
})

test('once: one job for all of them, which learns how many it stands for', async () => {
  const { name, fired, misses, first, nextAt } = await comeBack('once')
  expect(fired).toEqual([[2, 2]])
  const [from, to] = [new Date(first), new Date(first + hourMs)]
  expect(misses).toEqual([{ schedule: name, reason: 'late', count: 2, from, to }])
  expect(nextAt).toBe(first + 3 * hourMs)
})

test('all: a job for each, in order', async () => {
  const { fired, misses, first, nextAt } = await comeBack('all')
  expect(fired).toEqual([0, 1, 2].map((hour) => [hour, 0]))
  expect(misses).toEqual([])
  expect(nextAt).toBe(first + 3 * hourMs)
})
