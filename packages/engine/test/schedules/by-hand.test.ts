import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, defineSchedule, type EventName } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { testPawl } from '../support/test-pawl.ts'
import { scheduleRows } from './support/schedule-rows.ts'
import { testScheduler } from './support/test-scheduler.ts'

const database = testDatabase()
const { due, row, bodies, away } = scheduleRows(database)
const hourMs = 60 * 60 * 1000

function make(name: string, overlap: 'allow' | 'skip' = 'allow') {
  const job = defineJob({ type: name, body: z.object({ byHand: z.boolean() }), run() {} })
  return defineSchedule({ name, everyMs: hourMs, job, overlap, body: ({ byHand }) => ({ byHand }) })
}

test('a paused schedule does not fire, and goes on with its next tick when it is resumed: none was missed', async () => {
  const scheduler = testScheduler(database.url, [make('paused')])
  const told: EventName[] = []
  scheduler.events.onAny((name) => void told.push(name))
  await scheduler.tick()
  await scheduler.schedules.pause('paused')
  await due('paused', 2.5 * hourMs)
  const tick = (await row('paused')).next_at.getTime()
  await scheduler.tick()
  expect(await bodies('paused')).toEqual([])
  expect((await scheduler.schedules.list())[0]).toMatchObject({ name: 'paused', state: 'paused' })

  await scheduler.schedules.resume('paused')
  await scheduler.tick()
  expect(await bodies('paused')).toEqual([])
  expect((await row('paused')).next_at.getTime()).toBe(tick + 3 * hourMs)
  expect(told).toEqual(['schedule.pause', 'schedule.resume'])

  await due('paused')
  await scheduler.tick()
  expect(await bodies('paused')).toEqual([{ byHand: false }])
})

test('pausing twice, and resuming what runs, change nothing', async () => {
  const scheduler = testScheduler(database.url, [make('twice')])
  await scheduler.schedules.pause('twice')
  const { paused_at: first, next_at: tick } = await row('twice')
  await scheduler.schedules.pause('twice')
  expect((await row('twice')).paused_at).toEqual(first)
  await scheduler.schedules.resume('twice')
  await due('twice', 1_000)
  const dueAt = (await row('twice')).next_at
  await scheduler.schedules.resume('twice')
  expect((await row('twice')).next_at).toEqual(dueAt)
  expect(tick).not.toEqual(dueAt)
})

test('fire enqueues at once, paused or not, while the last job runs or not, and leaves the ticks as they are', async () => {
  const scheduler = testScheduler(database.url, [make('fired', 'skip')])
  const fires: boolean[] = []
  scheduler.events.on('schedule.fire', ({ byHand }) => void fires.push(byHand))
  const { ids } = await scheduler.schedules.fire('fired')
  const tick = (await row('fired')).next_at
  await scheduler.schedules.pause('fired')
  const again = await scheduler.schedules.fire('fired')
  expect(ids).toHaveLength(1)
  expect(again.ids).not.toEqual(ids)
  expect(await bodies('fired')).toEqual([{ byHand: true }, { byHand: true }])
  expect((await row('fired')).next_at).toEqual(tick)
  expect(fires).toEqual([true, true])

  // what was fired by hand is the job that a tick must not overlap
  await scheduler.schedules.resume('fired')
  await due('fired')
  await scheduler.tick()
  expect(await bodies('fired')).toHaveLength(2)
})

test('a pawl that does not work fires, pauses and lists', async () => {
  const schedule = make('from outside')
  const pawl = testPawl({ url: database.url, jobs: [schedule.job], schedules: [schedule] })
  const { ids } = await pawl.schedules.fire('from outside')
  expect(await pawl.job(ids[0]!)).toMatchObject({ type: 'from outside', status: 'pending' })
  await pawl.schedules.pause('from outside')
  expect(await pawl.schedules.list()).toContainEqual(expect.objectContaining({ name: 'from outside', state: 'paused' }))
})

test('a name that nobody knows is refused with the nearest one', async () => {
  const scheduler = testScheduler(database.url, [make('nightly')])
  await scheduler.tick()
  for (const act of ['pause', 'resume', 'fire', 'remove'] as const) {
    await expect(scheduler.schedules[act]('nihgtly')).rejects.toMatchObject({
      code: 'unknown-schedule',
      message: "there is no schedule 'nihgtly'; did you mean 'nightly'?",
    })
  }
})

test('a schedule that left the code is an orphan: listed, not fired, kept until somebody removes it', async () => {
  const old = testScheduler(database.url, [make('orphan')])
  await old.tick()
  const scheduler = testScheduler(database.url, [make('other')])
  await expect(scheduler.schedules.remove('orphan')).rejects.toThrow('it is in the code of a worker that runs')
  await expect(scheduler.schedules.fire('orphan')).rejects.toThrow('fire it in a process that has its definition')

  await away('orphan', 60_000)
  await due('orphan', 2 * hourMs)
  await scheduler.tick()
  const state = async (name: string) => (await scheduler.schedules.list()).find((view) => view.name === name)?.state
  expect(await state('orphan')).toBe('orphaned')
  expect(await state('other')).toBe('active')
  expect(await bodies('orphan')).toEqual([])

  await scheduler.schedules.remove('orphan')
  expect(await state('orphan')).toBeUndefined()
  // it is new when it comes back
  await old.tick()
  await old.tick()
  expect(await bodies('orphan')).toEqual([])
  expect(await state('orphan')).toBe('active')
})
