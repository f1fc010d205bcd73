import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, defineSchedule } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { scheduleRows } from './support/schedule-rows.ts'
import { testScheduler } from './support/test-scheduler.ts'

const database = testDatabase()
const { due, row, bodies } = scheduleRows(database)
const racers = 8
const rounds = 40

test('of eight processes that look at once, one fires each tick, and none is passed over', async () => {
  const job = defineJob({ type: 'raced', body: z.object({ at: z.string() }), run() {} })
  const schedule = defineSchedule({
    name: 'raced',
    everyMs: 60_000,
    job,
    body: (tick) => ({ at: tick.at.toISOString() }),
  })
  const schedulers = Array.from({ length: racers }, () => testScheduler(database.url, [schedule]))
  await Promise.all(schedulers.map((scheduler) => scheduler.tick()))

  const ticks: { at: string }[] = []
  for (let i = 0; i < rounds; i++) {
    await due('raced')
    ticks.push({ at: (await row('raced')).next_at.toISOString() })
    await Promise.all(schedulers.map((scheduler) => scheduler.tick()))
  }
  expect(await bodies('raced')).toEqual(ticks)
  expect((await row('raced')).failures).toBe(0)
})

test('a backlog of missed ticks is shared out, each tick once', async () => {
  const job = defineJob({ type: 'backlog', body: z.object({ at: z.number() }), run() {} })
  const body = (tick: { at: Date }) => ({ at: tick.at.getTime() })
  const schedule = defineSchedule({ name: 'backlog', everyMs: 1_000, job, body, missed: 'all' })
  const schedulers = Array.from({ length: racers }, () => testScheduler(database.url, [schedule]))
  await schedulers[0]!.tick()
  await due('backlog', 750_000)
  const first = (await row('backlog')).next_at.getTime()
  // in case a tick falls due meanwhile: as many as there are from the first to the next
  await Promise.all(schedulers.map((scheduler) => scheduler.tick()))
  const next = (await row('backlog')).next_at.getTime()
  const count = (next - first) / 1_000
  expect(count).toBeGreaterThanOrEqual(751)
  expect((await bodies('backlog')).map(({ at }) => at)).toEqual(
    Array.from({ length: count }, (_, i) => first + i * 1_000),
  )
})
