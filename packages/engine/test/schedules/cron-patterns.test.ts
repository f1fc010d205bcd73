import { expect, test } from 'vitest'
import { ticksAfter } from './support/ticks-after.ts'

test.each([
  ['a day and a weekday: either will do', '0 0 13 * FRI', ['2026-05-08', '2026-05-13', '2026-05-15']],
  ['the last day of a month', '0 0 L * *', ['2026-05-31', '2026-06-30', '2026-07-31']],
  ['the weekday nearest to a day', '0 0 16W * *', ['2026-05-15', '2026-06-16', '2026-07-16']],
  ['the second Monday', '0 0 * * MON#2', ['2026-05-11', '2026-06-08', '2026-07-13']],
  ['a nickname', '@monthly', ['2026-06-01', '2026-07-01', '2026-08-01']],
])('%s', (_, cron, days) => {
  expect(ticksAfter(cron, 'UTC', '2026-05-05T00:00', 3)).toEqual(days.map((day) => `${day}T00:00`))
})

test('a pattern without a time zone means UTC, wherever the process runs', () => {
  expect(ticksAfter('30 2 * * *', 'UTC', '2026-03-29T00:00', 1)).toEqual(['2026-03-29T02:30'])
})
