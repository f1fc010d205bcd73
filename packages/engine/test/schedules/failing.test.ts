import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, defineSchedule, type PawlEvents, type ScheduleDefinition } from '../../src/index.ts'
import { testDatabase } from '../support/database.ts'
import { until } from '../support/until.ts'
import { scheduleRows } from './support/schedule-rows.ts'
import { type TestScheduler, testScheduler } from './support/test-scheduler.ts'

const database = testDatabase()
const { due, row, bodies } = scheduleRows(database)
const hourMs = 60 * 60 * 1000
const job = defineJob({ type: 'work', body: z.object({ of: z.string() }), run() {} })

function errorsOf(scheduler: TestScheduler): PawlEvents['schedule.error'][] {
  const errors: PawlEvents['schedule.error'][] = []
  scheduler.events.on('schedule.error', (event) => errors.push(event))
  return errors
}

function schedule(name: string, body: () => { of: string }): ScheduleDefinition {
  return defineSchedule({ name, everyMs: hourMs, job, body })
}

test('a body that throws is an event; its tick is tried again after a wait that grows, and others go on', async () => {
  let broken = true
  const failing = schedule('failing', () => {
    if (broken) throw new Error('no luck')
    return { of: 'failing' }
  })
  const scheduler = testScheduler(database.url, [failing, schedule('fine', () => ({ of: 'fine' }))])
  const errors = errorsOf(scheduler)
  await scheduler.tick()
  await due('failing')
  await due('fine')
  const tick = (await row('failing')).next_at
  await scheduler.tick()
  // however long this test takes
  await database.sql(`update pawl.schedule set retry_at = retry_at + interval '1 hour' where name = 'failing'`)
  await scheduler.tick()
  expect(await bodies('work')).toEqual([{ of: 'fine' }])
  expect(errors).toMatchObject([{ schedule: 'failing', failures: 1, error: { message: 'no luck' } }])
  expect((await scheduler.schedules.list())[0]).toMatchObject({
    name: 'failing',
    state: 'failing',
    failures: 1,
    error: { message: 'no luck' },
  })

  for (const failures of [2, 3]) {
    await database.sql(`update pawl.schedule set retry_at = clock_timestamp() where name = 'failing'`)
    await scheduler.tick()
    expect((await row('failing')).failures).toBe(failures)
  }
  expect(errors[2]!.retryMs).toBeGreaterThanOrEqual(2 * errors[0]!.retryMs)

  broken = false
  await database.sql(`update pawl.schedule set retry_at = clock_timestamp() where name = 'failing'`)
  await scheduler.tick()
  expect(await bodies('work')).toEqual([{ of: 'fine' }, { of: 'failing' }])
  expect(await row('failing')).toMatchObject({ last_tick: tick, failures: 0, retry_at: null, error: null })
})

test('a body that does not fit the schema of the job enqueues nothing', async () => {
  const wrong = schedule('wrong', () => ({ of: 5 }) as never)
  const scheduler = testScheduler(database.url, [wrong])
  const errors = errorsOf(scheduler)
  await scheduler.tick()
  await due('wrong')
  await scheduler.tick()
  expect(errors).toMatchObject([{ schedule: 'wrong', error: { code: 'invalid-body' } }])
  expect((await row('wrong')).last_job).toBeNull()
})

test('a body that never ends loses its transaction, and does not hold up the others meanwhile', async () => {
  const hanging = defineSchedule({ name: 'hanging', everyMs: hourMs, job, body: () => new Promise<never>(() => {}) })
  const scheduler = testScheduler(database.url, [hanging, schedule('next', () => ({ of: 'next' }))], {
    commitIdleMs: 500,
  })
  const errors = errorsOf(scheduler)
  const fired: string[] = []
  scheduler.events.on('schedule.fire', ({ schedule }) => void fired.push(schedule))
  await scheduler.runOnce()
  await due('hanging')
  await scheduler.runOnce()
  await due('next')
  // again where the machine was so slow that its transaction was taken for one that hangs, too
  await until('the next one has fired', async () => {
    await database.sql(`update pawl.schedule set retry_at = null where name = 'next'`)
    await scheduler.runOnce()
    return fired.length > 0
  })
  expect(fired).toEqual(['next'])
  await until('the first one has failed', () => errors.some(({ schedule }) => schedule === 'hanging'))
})

test('when PostgreSQL ends the connection of a fire, the tick is still due and fires once', async () => {
  let cut = true
  const cutOff = defineSchedule({
    name: 'cut off',
    everyMs: hourMs,
    job,
    async body() {
      if (cut) {
        await database.sql(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where application_name = 'pawl schedule' and datname = current_database()`,
        )
      }
      return { of: 'cut off' }
    },
  })
  const scheduler = testScheduler(database.url, [cutOff])
  const errors = errorsOf(scheduler)
  await scheduler.tick()
  await due('cut off')
  const tick = (await row('cut off')).next_at
  await scheduler.tick()
  expect(errors).toHaveLength(1)
  cut = false
  await database.sql(`update pawl.schedule set retry_at = null where name = 'cut off'`)
  await scheduler.tick()
  expect((await bodies('work')).filter(({ of }) => of === 'cut off')).toHaveLength(1)
  expect((await row('cut off')).last_tick).toEqual(tick)
})
