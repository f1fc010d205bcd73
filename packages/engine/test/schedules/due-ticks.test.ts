import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dueTicks, mostTicks } from '../../src/schedule/due-ticks.ts'
import type { ScheduleSpec } from '../../src/schedule/schedule-spec.ts'
import { type Ticker, ticker } from '../../src/schedule/ticker.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

function walk(tick: Ticker, nextAt: Date, now: Date): Date[] {
  const ticks = [nextAt]
  for (let at = tick(nextAt); at <= now; at = tick(at)) ticks.push(at)
  return ticks
}

const specs: fc.Arbitrary<ScheduleSpec> = fc.oneof(
  fc.integer({ min: 50, max: dayMs }).map((everyMs) => ({ kind: 'interval' as const, everyMs })),
  fc
    .constantFrom('*/7 * * * *', '30 2 * * *', '0,30 2 * * *', '* * 29 3 *', '*/20 * * * * *', '0 0 1 * *')
    .map((cron) => ({ kind: 'cron' as const, cron, timeZone: 'Europe/Berlin' })),
)
// around the days on which clocks in Berlin are changed
const starts = fc
  .tuple(fc.constantFrom('2026-03-28T12:00Z', '2026-10-24T12:00Z', '2026-07-01T00:00Z'), fc.nat(dayMs))
  .map(([from, ms]) => new Date(new Date(from).getTime() + ms))

test('the ticks that are due are those that a walk finds, and the newest is found without one', () => {
  fc.assert(
    fc.property(specs, starts, fc.integer({ min: 0, max: 200 }), fc.nat(minuteMs), (spec, start, steps, more) => {
      const tick = ticker(spec, start)
      const nextAt = tick(start)
      let end = nextAt
      for (let i = 0; i < steps; i++) end = tick(end)
      const now = new Date(end.getTime() + more)
      const walked = walk(tick, nextAt, now)
      const { first, latest } = dueTicks(tick, nextAt, now)
      expect(first).toEqual(walked.slice(0, mostTicks))
      expect(latest).toEqual(walked.at(-1))
    }),
    { numRuns: 60 },
  )
})

test('years of seconds are passed over without walking them', () => {
  const tick = ticker({ kind: 'cron', cron: '* * * 1 *', timeZone: 'UTC' }, new Date(0))
  let asked = 0
  const counting: Ticker = (after) => {
    asked++
    return tick(after)
  }
  const { first, latest } = dueTicks(counting, new Date('2016-01-01T00:00Z'), new Date('2026-03-01T00:00Z'))
  expect(first).toHaveLength(mostTicks)
  expect(latest).toEqual(new Date('2026-01-31T23:59Z'))
  expect(asked).toBeLessThan(mostTicks + 50)
})

test('an interval keeps to its grid, whatever happened between', () => {
  const tick = ticker({ kind: 'interval', everyMs: 1_000 }, new Date(5_250))
  expect(tick(new Date(5_250))).toEqual(new Date(6_250))
  expect(tick(new Date(9_249))).toEqual(new Date(9_250))
  expect(tick(new Date(9_250))).toEqual(new Date(10_250))
  expect(tick(new Date(2_000))).toEqual(new Date(2_250))
})
