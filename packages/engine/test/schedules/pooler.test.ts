import { afterAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { defineJob, defineSchedule } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { startPgBouncer } from '../support/pgbouncer.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'
import { scheduleRows } from './support/schedule-rows.ts'

const database = testDatabase()
const { bodies } = scheduleRows(database)
const bouncer = await startPgBouncer(inject('adminUrl'))
afterAll(() => (typeof bouncer === 'string' ? undefined : bouncer.stop()))

test('schedules fire through PgBouncer in transaction mode, each tick once', async (context) => {
  if (typeof bouncer === 'string') {
    if (process.env.CI) expect.fail(bouncer)
    return context.skip(bouncer)
  }
  const url = bouncer.url(new URL(database.url).pathname.slice(1))
  const job = defineJob({ type: 'pooled', body: z.object({ at: z.number() }), run() {} })
  const body = (tick: { at: Date }) => ({ at: tick.at.getTime() })
  const schedule = defineSchedule({ name: 'pooled', everyMs: 100, job, body, missed: 'all' })
  const pawls = [1, 2].map(() => testPawl({ url, jobs: [job], schedules: [schedule], pooler: true }))
  await Promise.all(pawls.map((pawl) => pawl.start()))
  await until('ten ticks have fired', async () => (await bodies('pooled')).length >= 10)
  await Promise.all(pawls.map((pawl) => pawl.stop()))
  const ticks = (await bodies('pooled')).map(({ at }) => at)
  expect(ticks).toEqual(ticks.map((_, i) => ticks[0] + i * 100))
})
