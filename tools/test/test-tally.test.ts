import { expect, test } from 'vitest'
import { closingLine } from '../closing-line.ts'
import { tallyTests } from '../test-tally.ts'

test('tests, files that did not load and unhandled errors are counted', () => {
  const tally = tallyTests(
    [
      { name: 'a', state: 'passed' },
      { name: 'b', state: 'failed' },
      { name: 'c', state: 'skipped', reason: 'no Redis here' },
    ],
    2,
  )
  expect(closingLine(tally)).toBe('1 passed, 3 failed, 1 skipped')
  expect(tally.skips).toEqual([{ name: 'c', reason: 'no Redis here' }])
})

test('a skip without a reason fails and is named', () => {
  const tally = tallyTests([{ name: 'a', state: 'skipped' }], 0)
  expect(tally).toMatchObject({ failed: 1, skipped: 0, unexplainedSkips: ['a'] })
})

test('a test that never had its turn fails, with no word about a missing reason', () => {
  const outcomes = [
    { name: 'a', state: 'skipped', isInsideFailure: true },
    { name: 'b', state: 'pending' },
  ] as const
  expect(tallyTests(outcomes, 1)).toMatchObject({ failed: 3, skipped: 0, unexplainedSkips: [] })
})

test('tests that a name pattern left out do not count', () => {
  const tally = tallyTests([{ name: 'a', state: 'skipped', isUnselected: true }], 0)
  expect(closingLine(tally)).toBe('0 passed, 0 failed, 0 skipped')
})
