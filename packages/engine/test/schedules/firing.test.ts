import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, defineSchedule, type PawlEvents, type Tick } from '../../src/index.ts'
import { advanceTime } from '../../src/testing/index.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'
import { until } from '../support/until.ts'
import { scheduleRows } from './support/schedule-rows.ts'
import { testScheduler } from './support/test-scheduler.ts'

const database = testDatabase()
const { due, row, bodies } = scheduleRows(database)
const hourMs = 60 * 60 * 1000
const ran: string[] = []

/** A job and a schedule of their own for one test. */
function make(name: string, timing: { everyMs: number } | { cron: string }, more = {}) {
  const job = defineJob({ type: name, body: z.object({ at: z.string() }), run: (job) => void ran.push(job.type) })
  return defineSchedule({
    name,
    ...timing,
    job,
    body: (tick: Tick) => ({ at: tick.at.toISOString() }),
    ...more,
  } as never)
}

test('a schedule that is new ticks first after one interval, and then on its grid', async () => {
  const scheduler = testScheduler(database.url, [make('new', { everyMs: hourMs })])
  await scheduler.tick()
  expect(await bodies('new')).toEqual([])
  const first = (await row('new')).next_at
  const [{ now }] = await database.sql('select clock_timestamp() as now')
  expect(Math.abs(first - now - hourMs)).toBeLessThan(hourMs / 2)

  await due('new', 500)
  const tick = (await row('new')).next_at
  await scheduler.tick()
  await scheduler.tick()
  expect(await bodies('new')).toEqual([{ at: tick.toISOString() }])
  expect((await row('new')).next_at).toEqual(new Date(tick.getTime() + hourMs))
})

test('a fire is an event with its tick and its job, and the row says when and what', async () => {
  const scheduler = testScheduler(database.url, [make('told', { cron: '0 0 1 1 *' })])
  const fires: PawlEvents['schedule.fire'][] = []
  scheduler.events.on('schedule.fire', (event) => fires.push(event))
  await scheduler.tick()
  await due('told', 2_000)
  const tick = (await row('told')).next_at
  await scheduler.tick()
  expect(fires).toEqual([
    { schedule: 'told', at: tick, lateMs: expect.any(Number), ids: [expect.stringMatching(/^job_/)], byHand: false },
  ])
  expect(fires[0]!.lateMs).toBeGreaterThanOrEqual(2_000)
  const [view] = (await scheduler.schedules.list()).filter(({ name }) => name === 'told')
  expect(view).toMatchObject({
    state: 'active',
    spec: { kind: 'cron', cron: '0 0 1 1 *', timeZone: 'UTC' },
    lastJob: fires[0]!.ids[0],
    pausedAt: null,
    failures: 0,
    error: null,
  })
  expect(view!.nextAt.getTime() % hourMs).toBe(0)
  expect(view!.lastAt!.getTime()).toBeGreaterThanOrEqual(tick.getTime())
  expect(scheduler.events.counts.all()).toContainEqual({
    name: 'schedule.fire',
    labels: { schedule: 'told' },
    count: 1,
  })
})

test('a worker fires by itself, and runs what it fired', async () => {
  const schedule = make('by itself', { everyMs: 100 }, { missed: 'all' })
  const pawl = testPawl({ url: database.url, jobs: [schedule.job], schedules: [schedule] })
  await pawl.start()
  await until('five ticks have run', () => ran.filter((type) => type === 'by itself').length >= 5)
  await pawl.stop()
  const ticks = (await bodies('by itself')).map(({ at }) => new Date(at).getTime())
  expect(ticks).toEqual(ticks.map((_, i) => ticks[0]! + i * 100))
})

test('drain fires what is due and runs it; advanceTime makes it due', async () => {
  const schedule = make('drained', { everyMs: hourMs })
  const pawl = testPawl({ url: database.url, jobs: [schedule.job], schedules: [schedule] })
  await pawl.drain({ keepOpen: true })
  expect(await bodies('drained')).toEqual([])
  await advanceTime(database.url, hourMs)
  await pawl.drain({ keepOpen: true })
  expect(ran.filter((type) => type === 'drained')).toHaveLength(1)
})

test('a tick makes no second job under a key that is held, whatever the job does with duplicates elsewhere', async () => {
  const job = defineJob({
    type: 'keyed',
    body: z.object({ at: z.string() }),
    key: () => 'the only one',
    onDuplicate: 'replace',
    run() {},
  })
  const body = (tick: Tick) => ({ at: tick.at.toISOString() })
  const scheduler = testScheduler(database.url, [defineSchedule({ name: 'keyed', everyMs: hourMs, job, body })])
  const ids: string[] = []
  scheduler.events.on('schedule.fire', (fire) => void ids.push(...fire.ids))
  await scheduler.tick()
  for (const _ of [1, 2]) {
    await due('keyed')
    await scheduler.tick()
  }
  expect(await bodies('keyed')).toHaveLength(1)
  expect(ids).toHaveLength(2)
  expect(ids[0]).toBe(ids[1])
})

test('without schedules nothing looks, and nothing is connected for them', async () => {
  const scheduler = testScheduler(database.url, [])
  expect(await scheduler.runOnce()).toBe(Number.POSITIVE_INFINITY)
})

test('a look says how long to wait: until the next tick, and at most a second', async () => {
  const scheduler = testScheduler(database.url, [make('awaited', { everyMs: hourMs })])
  expect(await scheduler.runOnce()).toBe(1_000)
  // a machine that is slow may come to look when the tick is over, and waits for the one after it
  const [delayMs] = await until('a look comes before the tick', async () => {
    await database.sql(
      `update pawl.schedule set next_at = clock_timestamp() + interval '900 ms' where name = 'awaited'`,
    )
    const delayMs = await scheduler.runOnce()
    return delayMs < 1_000 && [delayMs]
  })
  expect(delayMs).toBeGreaterThanOrEqual(0)
  expect(delayMs).toBeLessThanOrEqual(900)
})
