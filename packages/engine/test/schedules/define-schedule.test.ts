import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { createPawl, defineJob, defineSchedule, type ScheduleDefinition, type Tick, type Tx } from '../../src/index.ts'

const job = defineJob({ type: 'count', body: z.object({ from: z.string().transform(Number) }), run() {} })
const body = () => ({ from: '1' })
const base = { name: 'x', job, body }
const url = 'postgres://localhost/x'

test('a schedule has every default filled in', () => {
  expect(defineSchedule({ ...base, cron: ' */5  * * * * ' })).toEqual({
    name: 'x',
    spec: { kind: 'cron', cron: '*/5 * * * *', timeZone: 'UTC' },
    job,
    missed: 'once',
    overlap: 'allow',
    batch: 1,
    body,
  })
  expect(defineSchedule({ ...base, everyMs: 60_000, missed: 'all', overlap: 'skip' })).toMatchObject({
    spec: { kind: 'interval', everyMs: 60_000 },
    missed: 'all',
    overlap: 'skip',
  })
  expect(defineSchedule({ ...base, everyMs: 60_000, due: 'select $1::int' })).toMatchObject({
    spec: { kind: 'due', everyMs: 60_000 },
    batch: 1_000,
  })
})

describe('what cannot be meant is refused, and the message says what to do', () => {
  const refuses = (options: object, message: string | RegExp) =>
    expect(() => defineSchedule({ ...base, ...options } as never)).toThrow(message)

  test.each([
    [{ cron: '* * * * *', timezone: 'UTC' }, "has no option 'timezone'; did you mean 'timeZone'?"],
    [{}, 'needs either cron or everyMs, to know when it ticks; got neither'],
    [{ cron: '* * * * *', everyMs: 1_000 }, 'got both'],
    [{ everyMs: 1_000, timeZone: 'UTC' }, 'timeZone says whose clocks a cron pattern means'],
    [{ everyMs: 10 }, 'everyMs must be a whole number from 50'],
    [{ cron: 5 }, 'cron must be a text; got 5'],
    [{ cron: '* * * *' }, "'* * * *' is no cron pattern for a schedule"],
    [{ cron: '61 * * * *' }, 'Invalid value for minute: 61'],
    [{ cron: '0 0 30 2 *' }, 'no day fits it'],
    [{ cron: '? * * * *' }, "'?' stands for the time at which a process started"],
    [{ cron: '2026-05-05T00:00:00' }, 'it is a date'],
    [{ cron: '0 0 * * * * 2027' }, 'requires exactly 5 or 6 parts'],
    [
      { cron: '0 3 * * *', timeZone: 'Europe/Berln' },
      "there is no time zone 'Europe/Berln'; did you mean 'Europe/Berlin'?",
    ],
    [{ everyMs: 1_000, missed: 'onc' }, "missed must be one of skip, once, all; got 'onc'; did you mean 'once'?"],
    [{ everyMs: 1_000, overlap: 'skips' }, "did you mean 'skip'?"],
    [{ everyMs: 1_000, batch: 5 }, 'batch is for schedules with a query'],
    [{ everyMs: 1_000, due: 'select 1' }, 'takes the most rows to return as $1'],
    [{ everyMs: 1_000, due: 5 }, 'due must be a function, or an SQL statement'],
    [{ everyMs: 1_000, due: 'select $1', missed: 'all' }, 'one look finds all of it'],
    [{ cron: '* * * * *', due: 'select $1' }, 'pass everyMs, not cron'],
    [{ everyMs: 1_000, due: 'select $1', batch: 0 }, 'batch must be a whole number from 1 to 10000'],
    [{ everyMs: 1_000, job: 'count' }, 'job must be what defineJob returned'],
    [{ everyMs: 1_000, body: {} }, 'body must be a function'],
    [{ everyMs: 1_000, name: '' }, 'the name of a schedule must be a text'],
  ])('%j', refuses)

  test('nicknames and seconds are understood', () => {
    expect(defineSchedule({ ...base, cron: '@daily' }).spec).toMatchObject({ cron: '@daily' })
    expect(defineSchedule({ ...base, cron: '*/10 * * * * *' }).spec).toMatchObject({ cron: '*/10 * * * * *' })
  })
})

describe('createPawl', () => {
  const schedule = defineSchedule({ ...base, everyMs: 1_000 })

  test('refuses two schedules of one name', () => {
    expect(() => createPawl({ url, jobs: [job], schedules: [schedule, schedule] })).toThrow(
      "two schedules have the name 'x'",
    )
  })

  test('refuses a schedule whose job it does not know', () => {
    expect(() => createPawl({ url, jobs: [], schedules: [schedule] })).toThrow("no job has the type 'count'")
  })

  test('refuses what is no list', () => {
    expect(() => createPawl({ url, jobs: [job], schedules: schedule as never })).toThrow('schedules must be a list')
  })
})

test('types follow the body of the job, and the rows of the query', () => {
  const due = 'select $1::int'
  const schedules: ScheduleDefinition[] = [
    defineSchedule({
      name: 'tick',
      cron: '* * * * *',
      job,
      body(tick) {
        expectTypeOf(tick).toEqualTypeOf<Tick>()
        return { from: tick.at.toISOString() }
      },
    }),
    defineSchedule({
      name: 'due',
      everyMs: 1_000,
      job,
      async due(tx, limit) {
        expectTypeOf(tx).toEqualTypeOf<Tx>()
        expectTypeOf(limit).toEqualTypeOf<number>()
        return [{ id: 5 }]
      },
      body(row) {
        expectTypeOf(row).toEqualTypeOf<{ id: number }>()
        return { from: String(row.id) }
      },
    }),
    defineSchedule({
      name: 'sql',
      everyMs: 1_000,
      job,
      due: 'select $1',
      body: (row: { id: string }) => ({ from: row.id }),
    }),
    // @ts-expect-error the body is not that of the job
    defineSchedule({ name: 'a', everyMs: 1_000, job, body: () => ({ from: 1 }) }),
    // @ts-expect-error a row's body is not that of the job
    defineSchedule({ name: 'b', everyMs: 1_000, job, due, body: (row: { id: number }) => ({ from: row.id }) }),
  ]
  expect(schedules).toHaveLength(5)
  // @ts-expect-error it must tick some time
  expect(() => defineSchedule({ name: 'c', job, body })).toThrow('neither')
  // @ts-expect-error missed ticks do not apply to what is due
  expect(() => defineSchedule({ ...base, everyMs: 1_000, due, missed: 'all' })).toThrow('one look')
})
