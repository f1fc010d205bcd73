import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideReclaim, poisonCrashes, type ReclaimInput } from '../../src/job/decide-reclaim.ts'

const innocent: ReclaimInput = {
  recorded: false,
  quarantined: false,
  ahead: false,
  neighbours: 7,
  crashesInARow: 0,
  failures: 0,
  crashes: 0,
  maxAttempts: 10,
}
const recorded: ReclaimInput = { ...innocent, recorded: true, quarantined: true, crashesInARow: 2 }

test('after one crash a job runs again beside all others', () => {
  expect(decideReclaim(innocent)).toEqual({ kind: 'reclaim', blamed: false, place: 'front' })
})

test('from the second crash in a row on a job runs in quarantine, and no crash is counted', () => {
  const again = { kind: 'reclaim', blamed: false, place: 'alone' }
  expect(decideReclaim({ ...innocent, crashesInARow: 1 })).toEqual(again)
  expect(decideReclaim({ ...innocent, crashesInARow: 9 })).toEqual(again)
})

test('a job that waits in quarantine stays there, and a crash before its start is not counted', () => {
  expect(decideReclaim({ ...innocent, quarantined: true })).toEqual({ kind: 'reclaim', blamed: false, place: 'alone' })
})

test('a job that was recorded in quarantine is blamed', () => {
  expect(decideReclaim(recorded)).toEqual({ kind: 'reclaim', blamed: true, place: 'alone' })
})

test('the only job of its worker is blamed, unless it was claimed ahead and may never have started', () => {
  const one = { ...innocent, neighbours: 1 }
  expect(decideReclaim(one)).toEqual({ kind: 'reclaim', blamed: true, place: 'front' })
  expect(decideReclaim({ ...one, ahead: true })).toEqual({ kind: 'reclaim', blamed: false, place: 'front' })
})

test('the third counted crash makes a job poison, whatever attempts it has left', () => {
  expect(poisonCrashes).toBe(3)
  expect(decideReclaim({ ...recorded, crashes: 1 })).toMatchObject({ kind: 'reclaim', blamed: true })
  expect(decideReclaim({ ...recorded, crashes: 2 })).toEqual({ kind: 'dead', reason: 'poison' })
})

test('a counted crash uses up an attempt beside failures', () => {
  const failed = { ...recorded, failures: 1 }
  expect(decideReclaim({ ...failed, maxAttempts: 2 })).toEqual({ kind: 'dead', reason: 'exhausted' })
  expect(decideReclaim({ ...failed, maxAttempts: 3 }).kind).toBe('reclaim')
})

test('a job that is not to blame is never dead-lettered, whatever its counters', () => {
  const count = fc.integer({ min: 0, max: 50 })
  const input = fc.record({
    recorded: fc.constant(false),
    quarantined: fc.boolean(),
    ahead: fc.boolean(),
    neighbours: fc.integer({ min: 2, max: 500 }),
    crashesInARow: count,
    failures: count,
    crashes: count,
    maxAttempts: fc.integer({ min: 1, max: 50 }),
  })
  fc.assert(
    fc.property(input, (input) => {
      expect(decideReclaim(input)).toMatchObject({ kind: 'reclaim', blamed: false })
    }),
  )
})
