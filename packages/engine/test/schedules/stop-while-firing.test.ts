import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, defineSchedule } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { gate } from '../support/gate.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'
import { scheduleRows } from './support/schedule-rows.ts'

const database = testDatabase()
const { due, row, bodies } = scheduleRows(database)
const hourMs = 60 * 60 * 1000

/** A worker that is inside of a fire, until the gate opens. */
async function startInside(name: string) {
  const inside = gate()
  const out = gate()
  const job = defineJob({ type: name, body: z.object({}), run() {} })
  const body = async () => {
    inside.open()
    await out.passed
    return {}
  }
  const schedule = defineSchedule({ name, everyMs: hourMs, job, body })
  const pawl = testPawl({ url: database.url, jobs: [job], schedules: [schedule] })
  await pawl.start()
  await until('the schedule has its row', () => row(name))
  await due(name)
  await inside.passed
  return { pawl, out }
}

test('stop waits for a fire that is under way', async () => {
  const { pawl, out } = await startInside('waited for')
  const stopped = pawl.stop()
  out.open()
  await stopped
  expect(await bodies('waited for')).toEqual([{}])
})

test('a fire that is not over within the grace period is rolled back, and its tick is still due', async () => {
  const { pawl } = await startInside('cut off')
  const tick = (await row('cut off')).next_at
  await pawl.stop({ graceMs: 0 })
  expect(await bodies('cut off')).toEqual([])
  expect((await row('cut off')).next_at).toEqual(tick)
  const open = `select pid from pg_stat_activity where application_name = 'pawl schedule' and datname = current_database()`
  await until('its connection is gone', async () => (await database.sql(open)).length === 0)
})
