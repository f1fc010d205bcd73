import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, defineSchedule, type PawlEvents } from '../../src/index.ts'
import { clientRunner } from '../../src/postgres/client-runner.ts'
import { lockDueSchedule } from '../../src/postgres/schedules.ts'
import { testDatabase } from '../support/database.ts'
import { scheduleRows } from './support/schedule-rows.ts'
import { testScheduler } from './support/test-scheduler.ts'

const database = testDatabase()
const { due, row, bodies, away } = scheduleRows(database)
const hourMs = 60 * 60 * 1000
const job = defineJob({ type: 'work', body: z.object({ release: z.string(), at: z.string() }), run() {} })

beforeEach(() => database.sql('delete from pawl.schedule; delete from pawl.attempt'))

/** One process of a release that ticks so often. */
function release(name: string, everyMs: number) {
  const body = (tick: { at: Date }) => ({ release: name, at: tick.at.toISOString() })
  const scheduler = testScheduler(database.url, [defineSchedule({ name: 'report', everyMs, job, body })])
  const changes: PawlEvents['schedule.change'][] = []
  const outdated: PawlEvents['schedule.outdated'][] = []
  scheduler.events.on('schedule.change', (event) => changes.push(event))
  scheduler.events.on('schedule.outdated', (event) => outdated.push(event))
  return { ...scheduler, changes, outdated }
}

test('a new spec takes over at once, and counts from when the old one was last attended to', async () => {
  const old = release('old', hourMs)
  await old.tick()
  const { attended_at: attendedAt } = await row('report')
  const fresh = release('new', 2 * hourMs)
  await fresh.tick()
  const nextAt = new Date(attendedAt.getTime() + 2 * hourMs)
  expect((await row('report')).next_at).toEqual(nextAt)
  expect(fresh.changes).toEqual([
    {
      schedule: 'report',
      from: { kind: 'interval', everyMs: hourMs },
      to: { kind: 'interval', everyMs: 2 * hourMs },
      nextAt,
    },
  ])
})

test('side by side the newer release fires and the older one leaves it alone, without flapping', async () => {
  const old = release('old', hourMs)
  await old.tick()
  const fresh = release('new', 2 * hourMs)
  const restarted = release('old', hourMs)
  for (let i = 0; i < 5; i++) {
    await due('report')
    for (const process of [old, fresh, restarted, fresh, old]) await process.tick()
  }
  expect(fresh.changes).toHaveLength(1)
  expect([...old.changes, ...restarted.changes]).toEqual([])
  expect(old.outdated).toHaveLength(1)
  expect(restarted.outdated).toHaveLength(1)
  const fired = await bodies('work')
  // the first tick was the old release's: it had come before the new one was there
  expect(fired.map(({ release }) => release)).toEqual(['old', 'new', 'new', 'new', 'new'])
  expect(new Set(fired.map(({ at }) => at)).size).toBe(5)
})

test('releases that race for a tick and for the spec fire each tick once', async () => {
  const all = Array.from({ length: 6 }, (_, i) => release(i % 2 === 0 ? 'old' : 'new', (1 + (i % 2)) * hourMs))
  await all[0]!.tick()
  const ticks: string[] = []
  for (let i = 0; i < 20; i++) {
    await due('report')
    ticks.push((await row('report')).next_at.toISOString())
    await Promise.all(all.map((process) => process.tick()))
    await Promise.all(all.map((process) => process.tick()))
  }
  const fired = (await bodies('work')).map(({ at }) => at)
  expect(new Set(fired).size).toBe(fired.length)
  expect(all.flatMap(({ changes }) => changes)).toHaveLength(1)
  // the tick at which the spec changed may have become one of the new spec, later than this test
  expect(ticks.filter((tick) => !fired.includes(tick)).length).toBeLessThanOrEqual(1)
})

test('after a rollback the old spec comes back when the newer release has been gone for half a minute', async () => {
  const old = release('old', hourMs)
  await old.tick()
  await release('new', 2 * hourMs).tick()
  await away('report', 15_000)
  await old.tick()
  expect(old.changes).toEqual([])
  const { attended_at: attendedAt } = await row('report')
  await away('report', 20_000)
  await old.tick()
  expect(old.changes).toMatchObject([{ to: { kind: 'interval', everyMs: hourMs } }])
  // from when the newer one was last there: no tick of the time between is lost
  expect((await row('report')).next_at.getTime()).toBe(attendedAt.getTime() - 20_000 + hourMs)
})

test('one whose spec was replaced since it looked does not get the lock', async () => {
  const old = release('old', hourMs)
  await old.tick()
  await due('report')
  const runner = clientRunner(await database.connect(), false)
  expect(await lockDueSchedule(runner, 'report', { kind: 'interval', everyMs: 2 * hourMs })).toBeUndefined()
  expect(await lockDueSchedule(runner, 'report', { kind: 'interval', everyMs: hourMs })).toMatchObject({ failures: 0 })
})

test('a tick that both specs have is not fired by both', async () => {
  const minutely = (name: string, cron: string) => {
    const body = (tick: { at: Date }) => ({ release: name, at: tick.at.toISOString() })
    return testScheduler(database.url, [defineSchedule({ name: 'report', cron, job, body, missed: 'all' })])
  }
  const old = minutely('old', '*/2 * * * *')
  await old.tick()
  // the old release fires what was missed for ten minutes, and dies before it has attended to anything else
  await database.sql(
    `update pawl.schedule set next_at = date_trunc('hour', now()) - interval '10 minutes',
                              attended_at = now() - interval '2 hours'`,
  )
  await old.tick()
  await database.sql(`update pawl.schedule set attended_at = now() - interval '2 hours'`)
  const fresh = minutely('new', '* * * * *')
  await fresh.tick()
  await fresh.tick()
  const fired = (await bodies('work')).map(({ at }) => at)
  expect(fired.length).toBeGreaterThanOrEqual(5)
  expect(new Set(fired).size).toBe(fired.length)
})
