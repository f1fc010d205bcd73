import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideReclaim, poisonCrashes, type ReclaimInput } from '../../src/job/decide-reclaim.ts'

const innocent: ReclaimInput = {
  alone: false,
  ahead: false,
  neighbours: 7,
  failures: 0,
  crashes: 0,
  maxAttempts: 10,
}

test('of several unsettled jobs none is blamed: they come back as suspects', () => {
  expect(decideReclaim(innocent)).toEqual({ kind: 'reclaim', blamed: false })
})

test('a job that was recorded as running alone is blamed', () => {
  expect(decideReclaim({ ...innocent, alone: true })).toEqual({ kind: 'reclaim', blamed: true })
})

test('the only job of its worker is blamed, unless it was claimed ahead and may never have started', () => {
  expect(decideReclaim({ ...innocent, neighbours: 1 })).toEqual({ kind: 'reclaim', blamed: true })
  expect(decideReclaim({ ...innocent, neighbours: 1, ahead: true })).toEqual({ kind: 'reclaim', blamed: false })
})

test('the third crash makes a job poison, whatever attempts it has left', () => {
  expect(poisonCrashes).toBe(3)
  expect(decideReclaim({ ...innocent, alone: true, crashes: 1 })).toEqual({ kind: 'reclaim', blamed: true })
  expect(decideReclaim({ ...innocent, alone: true, crashes: 2 })).toEqual({ kind: 'dead', reason: 'poison' })
})

test('a crash uses up an attempt beside failures', () => {
  expect(decideReclaim({ ...innocent, alone: true, failures: 1, maxAttempts: 2 })).toEqual({
    kind: 'dead',
    reason: 'exhausted',
  })
  expect(decideReclaim({ ...innocent, alone: true, failures: 1, maxAttempts: 3 }).kind).toBe('reclaim')
})

test('a job that is not to blame is never buried, whatever its counters', () => {
  const count = fc.integer({ min: 0, max: 50 })
  fc.assert(
    fc.property(
      count,
      count,
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 2, max: 500 }),
      (failures, crashes, maxAttempts, neighbours) => {
        const input = { ...innocent, failures, crashes, maxAttempts, neighbours }
        expect(decideReclaim(input)).toEqual({ kind: 'reclaim', blamed: false })
      },
    ),
  )
})
