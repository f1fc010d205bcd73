import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { until } from '../support/until.ts'
import { startWorker } from '../support/worker-process.ts'
import { scheduleRows } from './support/schedule-rows.ts'

const database = testDatabase()
const { due, row, bodies } = scheduleRows(database)

test('a tick whose process is killed between lock and commit is fired by another one, once', async () => {
  const { url } = database
  const held = await startWorker({ url, name: 'held', jobs: 'scheduled' })
  await until('the schedule has its row', () => row('hourly'))
  await due('hourly')
  const at = (await row('hourly')).next_at.toISOString()
  await held.said('inside', { at })

  const other = await startWorker({ url, name: 'other', jobs: 'scheduled' })
  const firing = `select pid from pg_stat_activity where application_name = 'pawl schedule' and datname = current_database()`
  await until('the other one has tried, too', async () => (await database.sql(firing)).length === 2)
  expect(other.count('inside')).toBe(0)
  expect(await bodies('scheduled')).toEqual([])

  await held.kill()
  await other.said('schedule.fire', { at })
  expect(await bodies('scheduled')).toEqual([{ at, by: 'other' }])
  expect((await row('hourly')).next_at.getTime()).toBe(new Date(at).getTime() + 60 * 60 * 1000)
})
