import { describe, expect, test } from 'vitest'
import { decideFire, type FireInput } from '../../src/schedule/decide-fire.ts'

const at = (time: string) => new Date(`2026-05-05T${time}Z`)
const hourly: FireInput = {
  spec: { kind: 'cron', cron: '0 * * * *', timeZone: 'UTC' },
  missed: 'once',
  overlap: 'allow',
  busy: false,
  nextAt: at('10:00'),
  now: at('10:00:01'),
}

test.each(['skip', 'once', 'all'] as const)('a tick in time fires once (missed: %s)', (missed) => {
  expect(decideFire({ ...hourly, missed })).toEqual({
    ticks: [at('10:00')],
    misses: [],
    handled: at('10:00'),
    nextAt: at('11:00'),
  })
})

describe('when nobody was there from 10:00 to 12:30', () => {
  const absent = { ...hourly, now: at('12:30') }

  test('skip fires none of the ticks, and says so', () => {
    expect(decideFire({ ...absent, missed: 'skip' })).toEqual({
      ticks: [],
      misses: [{ reason: 'late', count: 3, from: at('10:00'), to: at('12:00') }],
      handled: at('12:00'),
      nextAt: at('13:00'),
    })
  })

  test('once fires the newest tick for all of them', () => {
    expect(decideFire({ ...absent, missed: 'once' })).toEqual({
      ticks: [at('12:00')],
      misses: [{ reason: 'late', count: 2, from: at('10:00'), to: at('11:00') }],
      handled: at('12:00'),
      nextAt: at('13:00'),
    })
  })

  test('all fires each', () => {
    expect(decideFire({ ...absent, missed: 'all' })).toEqual({
      ticks: [at('10:00'), at('11:00'), at('12:00')],
      misses: [],
      handled: at('12:00'),
      nextAt: at('13:00'),
    })
  })
})

test('skip fires a tick that is late by less than a minute, and only the newest of several', () => {
  const everySecond: FireInput = { ...hourly, spec: { kind: 'interval', everyMs: 1_000 }, missed: 'skip' }
  expect(decideFire({ ...everySecond, now: at('10:00:03.500') })).toEqual({
    ticks: [at('10:00:03')],
    misses: [{ reason: 'late', count: 3, from: at('10:00'), to: at('10:00:02') }],
    handled: at('10:00:03'),
    nextAt: at('10:00:04'),
  })
  expect(decideFire({ ...hourly, missed: 'skip', now: at('10:01:00') }).ticks).toEqual([at('10:00')])
  expect(decideFire({ ...hourly, missed: 'skip', now: at('10:01:00.001') }).ticks).toEqual([])
})

test('all takes a hundred ticks at a time and leaves the rest due', () => {
  const { ticks, handled, nextAt } = decideFire({
    ...hourly,
    spec: { kind: 'interval', everyMs: 1_000 },
    missed: 'all',
    now: at('11:00'),
  })
  expect(ticks).toHaveLength(100)
  expect(handled).toEqual(at('10:01:39'))
  expect(nextAt).toEqual(at('10:01:40'))
})

describe('without overlap', () => {
  const apart: FireInput = { ...hourly, overlap: 'skip' }

  test('a tick gets no job while the one before has not ended', () => {
    expect(decideFire({ ...apart, busy: true })).toEqual({
      ticks: [],
      misses: [{ reason: 'overlap', count: 1, from: at('10:00'), to: at('10:00') }],
      handled: at('10:00'),
      nextAt: at('11:00'),
    })
  })

  test('a tick fires when it has ended', () => {
    expect(decideFire(apart)).toMatchObject({ ticks: [at('10:00')], misses: [] })
  })

  test('of several ticks that are made up for at once, the newest gets the one job', () => {
    expect(decideFire({ ...apart, missed: 'all', now: at('12:30') })).toMatchObject({
      ticks: [at('12:00')],
      misses: [{ reason: 'overlap', count: 2, from: at('10:00'), to: at('11:00') }],
    })
  })
})

test('a look for what is due is made once, and none was missed', () => {
  expect(decideFire({ ...hourly, spec: { kind: 'due', everyMs: 60_000 }, now: at('12:30:30') })).toEqual({
    ticks: [at('12:30')],
    misses: [],
    handled: at('12:30'),
    nextAt: at('12:31'),
  })
})
