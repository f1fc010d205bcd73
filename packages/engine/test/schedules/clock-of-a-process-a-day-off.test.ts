import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { until } from '../support/until.ts'
import { startWorker } from '../support/worker-process.ts'
import { scheduleRows } from './support/schedule-rows.ts'

const database = testDatabase()
const { due, row, bodies } = scheduleRows(database)
const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

test.each([
  ['ahead', dayMs],
  ['behind', -dayMs],
])('a process whose clock is a day %s fires at the time of PostgreSQL', async (name, clockOffMs) => {
  await database.sql('delete from pawl.schedule; delete from pawl.attempt')
  const { url } = database
  const worker = await startWorker({ url, name, jobs: 'scheduled', clockOffMs })
  const first = await until('the schedule has its row', () => row('hourly'))
  expect(Math.abs(first.next_at.getTime() - hourMs - Date.now())).toBeLessThan(hourMs / 2)

  await due('hourly')
  const at = (await row('hourly')).next_at.toISOString()
  const { now } = await worker.said('inside', { at })
  // its clock is off indeed
  expect(Math.abs(Number(now) - clockOffMs - Date.now())).toBeLessThan(hourMs)
  await worker.said('schedule.fire', { at })
  expect(await bodies('scheduled')).toEqual([{ at, by: name }])
  expect((await row('hourly')).next_at.getTime()).toBe(new Date(at).getTime() + hourMs)
  // and an hour that is not over has not come, whatever its clock says
  expect(worker.count('schedule.fire')).toBe(1)
})
