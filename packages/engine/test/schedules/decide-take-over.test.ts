import { expect, test } from 'vitest'
import { decideTakeOver, supersede, unattendedLimitMs } from '../../src/schedule/decide-take-over.ts'
import type { ScheduleSpec } from '../../src/schedule/schedule-spec.ts'

const every = (everyMs: number): ScheduleSpec => ({ kind: 'interval', everyMs })
const [older, newer, newest] = [every(100), every(200), every(300)]

test('the same spec stands, in whatever order its keys come', () => {
  const stored = JSON.parse('{"timeZone": "UTC", "kind": "cron", "cron": "0 * * * *"}')
  const mine: ScheduleSpec = { kind: 'cron', cron: '0 * * * *', timeZone: 'UTC' }
  expect(decideTakeOver({ mine, standing: stored, superseded: [], unattendedMs: 0 })).toBe('stands')
})

test('specs that differ in anything are not the same', () => {
  const cron: ScheduleSpec = { kind: 'cron', cron: '0 * * * *', timeZone: 'UTC' }
  const others: ScheduleSpec[] = [
    { ...cron, timeZone: 'Europe/Berlin' },
    { ...cron, cron: '1 * * * *' },
    every(100),
    { kind: 'due', everyMs: 100 },
  ]
  for (const [i, mine] of others.entries()) {
    for (const standing of [cron, ...others.filter((_, j) => j !== i)]) {
      expect(decideTakeOver({ mine, standing, superseded: [], unattendedMs: 0 })).toBe('takes')
    }
  }
})

test('one that was not there before is newer, and takes over at once', () => {
  expect(decideTakeOver({ mine: newest, standing: newer, superseded: [older], unattendedMs: 0 })).toBe('takes')
})

test('one that stood before waits until nobody attends to the newer one', () => {
  const input = { mine: older, standing: newer, superseded: [older] }
  expect(decideTakeOver({ ...input, unattendedMs: unattendedLimitMs - 1 })).toBe('outdated')
  expect(decideTakeOver({ ...input, unattendedMs: unattendedLimitMs })).toBe('takes')
})

test('two releases that start together settle on one', () => {
  let row = { standing: older, superseded: [] as ScheduleSpec[] }
  const start = (mine: ScheduleSpec) => {
    if (decideTakeOver({ ...row, mine, unattendedMs: 0 }) !== 'takes') return
    row = { standing: mine, superseded: supersede({ ...row, mine }) }
  }
  for (let i = 0; i < 3; i++) for (const mine of [older, newer, newest]) start(mine)
  expect(row.standing).toEqual(newest)
})

test('what stood before is remembered once, without the one that stands now, and not for ever', () => {
  expect(supersede({ mine: older, standing: newer, superseded: [newest, older, newer] })).toEqual([newest, newer])
  const many = Array.from({ length: 30 }, (_, i) => every(1_000 + i))
  expect(supersede({ mine: older, standing: newer, superseded: many })).toHaveLength(10)
})
