import { expect, test } from 'vitest'
import { appLive } from '../src/app-live.ts'
import { displayWidth } from '../src/terminal/display-width.ts'
import { duration } from '../src/terminal/duration.ts'
import { fit } from '../src/terminal/fit.ts'
import { LiveRegion } from '../src/terminal/live-region.ts'
import { palette } from '../src/terminal/palette.ts'
import { progressLine } from '../src/terminal/progress.ts'
import { sparkline } from '../src/terminal/sparkline.ts'
import { type Column, table } from '../src/terminal/table.ts'
import { recordingTerminal } from './support/recording-terminal.ts'

type Row = { readonly name: string; readonly count: number }
const columns: readonly Column<Row>[] = [
  { head: 'NAME', cell: ({ name }) => name },
  { head: 'COUNT', cell: ({ count }) => count, right: true },
]

test('a table has its columns under each other, numbers at the right', () => {
  expect(
    table(columns, [
      { name: 'a', count: 7 },
      { name: 'long name', count: 1234 },
    ]),
  ).toEqual(['NAME       COUNT', 'a              7', 'long name   1234'])
})

test('letters that take two columns are counted so, and colours take none', () => {
  expect(displayWidth('漫画')).toBe(4)
  expect(displayWidth(palette(true).bad('漫画'))).toBe(4)
  expect(
    table(columns, [
      { name: '漫画', count: 1 },
      { name: 'abcd', count: 2 },
    ]),
  ).toEqual(['NAME  COUNT', '漫画      1', 'abcd      2'])
  expect(fit('漫画 weekly', 6)).toBe('漫画 …')
  expect(fit(`${palette(true).bad('ab')}cdef`, 4)).toBe('\u001b[31mab\u001b[39mc…\u001b[0m')
})

test('in a window that is too narrow the longest column gives way; elsewhere nothing is cut', () => {
  const rows = [{ name: 'x'.repeat(60), count: 5 }]
  const [, narrow] = table(columns, rows, 30)
  expect(narrow).toBe(`${'x'.repeat(22)}…      5`)
  expect(table(columns, rows)[1]).toContain('x'.repeat(60))
})

test('columns that can be spared go before texts get too short to read, the last one first', () => {
  const spared: readonly Column<Row>[] = [
    ...columns,
    { head: 'FIRST', cell: () => 1, spare: true },
    { head: 'SECOND', cell: () => 2, spare: true },
  ]
  const rows = [{ name: 'x'.repeat(20), count: 5 }]
  expect(table(spared, rows, 34)).toEqual(['NAME                  COUNT  FIRST', `${'x'.repeat(20)}      5  1`])
  expect(table(spared, rows, 20)).toEqual(['NAME           COUNT', `${'x'.repeat(12)}…      5`])
})

test('what jobs wrote cannot speak to the terminal', () => {
  const [, line] = table(columns, [{ name: 'a\u001b[2Jb\nc', count: 1 }])
  expect(line).toBe('a [2Jb c      1')
})

test('lengths of time are told in the two largest units that count', () => {
  const told = [0, 999, 1_000, 61_000, 600_000, 3_700_000, 90_000_000, 900_000_000].map(duration)
  expect(told).toEqual(['0ms', '999ms', '1s', '1m 1s', '10m', '1h 1m', '1d 1h', '10d'])
  expect(duration(null)).toBe('-')
})

test('a sparkline compares its values with the largest, and shows the newest', () => {
  expect(sparkline([0, 1, 4, 8], 3)).toBe('▂▅█')
  expect(sparkline([0, 0], 5)).toBe('▁▁')
})

test('progress is a bar with what is left, or the time where the end is not known', () => {
  expect(progressLine('replaying', 25, 100, 10_000)).toBe('replaying  ██████░░░░░░░░░░░░░░░░░░ 25/100, 30s left')
  expect(progressLine('cancelling', 0, undefined, 3_000)).toBe('cancelling  3s')
  expect(progressLine('draining', 12, undefined, 3_000)).toBe('draining  12, 3s')
})

test('a live region is drawn over, and what is said meanwhile stays above it', () => {
  const terminal = recordingTerminal({ seen: true })
  const region = new LiveRegion(terminal)
  region.show(['one', 'two'])
  region.say('said')
  region.end()
  expect(terminal.drawn).toEqual([
    '\r\u001b[0Jone\ntwo\n',
    '\r\u001b[2A\u001b[0Jsaid\none\ntwo\n',
    '\r\u001b[2A\u001b[0J',
  ])
})

test('where nobody looks nothing is drawn', () => {
  const terminal = recordingTerminal()
  const region = new LiveRegion(terminal)
  region.show(['one'])
  region.say('said')
  region.end()
  expect({ drawn: terminal.drawn, err: terminal.err }).toEqual({ drawn: [], err: ['said'] })
})

test('an application draws in the same way, and knows whether somebody looks', () => {
  const terminal = recordingTerminal({ seen: true })
  const live = appLive(terminal)
  live.show([`scan ${live.bar(0.5, 4)}`])
  live.say('found 100')
  live.end()
  expect([live.isSeen, appLive(recordingTerminal()).isSeen]).toEqual([true, false])
  expect(terminal.drawn[0]).toContain('scan ██░░\n')
  expect(terminal.drawn[1]).toContain('found 100\nscan ██░░\n')
})
