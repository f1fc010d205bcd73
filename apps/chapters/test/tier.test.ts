import { expect, test } from 'vitest'
import { chaptersSettings } from '../src/options.ts'
import { decideTier } from '../src/tier/decide-tier.ts'
import { planAfterFailure } from '../src/tier/plan-after-failure.ts'
import { planAfterSuccess } from '../src/tier/plan-after-success.ts'
import { tierPriority } from '../src/tier/tier-priority.ts'

const { tiers, failures } = chaptersSettings()
const now = new Date('2026-03-01T12:00:00Z')
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const ago = (days: number) => new Date(now.getTime() - days * dayMs)

test('a series that publishes often is HOT, one that publishes now and then WARM, a silent one COLD', () => {
  expect(decideTier([ago(1), ago(8)], now, tiers)).toBe('HOT')
  expect(decideTier([ago(1), ago(20)], now, tiers)).toBe('WARM')
  expect(decideTier([ago(59)], now, tiers)).toBe('WARM')
  expect(decideTier([ago(61), ago(90)], now, tiers)).toBe('COLD')
  expect(decideTier([], now, tiers)).toBe('COLD')
})

test('chapters that have yet to be published do not make a series HOT', () => {
  expect(decideTier([ago(-1), ago(-2), ago(-3)], now, tiers)).toBe('COLD')
})

test('the borders belong to the tier below', () => {
  expect(decideTier([now, ago(14)], now, tiers)).toBe('WARM')
  expect(decideTier([ago(60)], now, tiers)).toBe('COLD')
  expect(decideTier([now, now], now, tiers)).toBe('HOT')
})

test('each tier has its interval and its priority', () => {
  expect(planAfterSuccess([ago(1), ago(2)], now, tiers)).toEqual({
    tier: 'HOT',
    nextCheckAt: new Date(now.getTime() + hourMs / 4),
    failureCount: 0,
    closedUntil: null,
  })
  expect(planAfterSuccess([ago(30)], now, tiers).nextCheckAt).toEqual(new Date(now.getTime() + hourMs))
  expect(planAfterSuccess([], now, tiers).nextCheckAt).toEqual(new Date(now.getTime() + dayMs))
  expect(tierPriority).toEqual({ HOT: 1, WARM: 2, COLD: 3 })
})

test('a failure demotes to COLD and the next look comes a day later', () => {
  expect(planAfterFailure(0, now, failures)).toEqual({
    tier: 'COLD',
    nextCheckAt: new Date(now.getTime() + dayMs),
    failureCount: 1,
    closedUntil: null,
  })
})

test('the fifth failure in a row closes it off for a day, and so does each one after it', () => {
  expect(planAfterFailure(3, now, failures).closedUntil).toBeNull()
  for (const before of [4, 5]) {
    expect(planAfterFailure(before, now, failures)).toEqual({
      tier: 'COLD',
      nextCheckAt: new Date(now.getTime() + dayMs),
      failureCount: before + 1,
      closedUntil: new Date(now.getTime() + dayMs),
    })
  }
})

test('all of it can be set, and a look never comes before the door is open again', () => {
  const settings = chaptersSettings({
    tiers: { hot: { everyMs: 1_000, chapters: 1, withinMs: dayMs }, cold: { everyMs: 5_000 } },
    failures: { retryMs: 10, closeAfter: 1, closeMs: 50 },
  })
  expect(planAfterSuccess([ago(0.5)], now, settings.tiers).nextCheckAt.getTime() - now.getTime()).toBe(1_000)
  expect(planAfterFailure(0, now, settings.failures).nextCheckAt.getTime() - now.getTime()).toBe(50)
})

test('options that do not fit are refused when the application is made, by name', () => {
  expect(() => chaptersSettings({ teirs: {} } as never)).toThrow(/teirs/)
  expect(() => chaptersSettings({ polling: { everyMs: 0 } })).toThrow(/polling\.everyMs/)
  expect(() => chaptersSettings({ follow: ['not an address'] })).toThrow(/follow\.0/)
})
