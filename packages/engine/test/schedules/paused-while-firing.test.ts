import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, defineSchedule, type PawlEvents } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { until } from '../support/until.ts'
import { scheduleRows } from './support/schedule-rows.ts'
import { testScheduler } from './support/test-scheduler.ts'

const database = testDatabase()
const { due, bodies } = scheduleRows(database)

test('pausing waits for a fire that is under way, and does not hold it up', async () => {
  const [inside, out] = [gate(), gate()]
  const job = defineJob({ type: 'slow', body: z.object({}), run() {} })
  const body = async () => {
    inside.open()
    await out.passed
    return {}
  }
  const scheduler = testScheduler(database.url, [defineSchedule({ name: 'slow', everyMs: 3_600_000, job, body })])
  const errors: PawlEvents['schedule.error'][] = []
  scheduler.events.on('schedule.error', (event) => errors.push(event))
  await scheduler.tick()
  await due('slow')
  const fired = scheduler.tick()
  await inside.passed
  const paused = scheduler.schedules.pause('slow')
  const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await until('it waits for the row', async () => (await database.sql(waiting)).length > 0)
  // from here on the fire needs a lane, which is found outside of its transaction
  out.open()
  await fired
  await paused
  expect(errors).toEqual([])
  expect(await bodies('slow')).toEqual([{}])
  expect(await scheduler.schedules.list()).toMatchObject([{ name: 'slow', state: 'paused' }])
})
