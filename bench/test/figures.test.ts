import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitExponent } from '../figures/fit-exponent.ts'
import { joinTurns } from '../figures/join-turns.ts'
import { median, quantile } from '../figures/median.ts'
import { middleMean } from '../figures/middle-mean.ts'

test('the median is the middle one, or lies between the two middle ones', () => {
  expect(median([3])).toBe(3)
  expect(median([9, 1, 5])).toBe(5)
  expect(median([1, 2, 4, 100])).toBe(3)
})

test('the median does not depend on the order, and leaves the list as it was', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1 }), (values) => {
      const before = [...values]
      expect(median(values.toReversed())).toBe(median(values))
      expect(values).toEqual(before)
    }),
  )
})

test('a quantile goes from the least to the greatest', () => {
  const values = Array.from({ length: 101 }, (_, i) => i)
  expect([0, 0.5, 0.99, 1].map((share) => quantile(values, share))).toEqual([0, 50, 99, 100])
  expect(() => quantile([], 0.5)).toThrow('no values')
})

test('the middle mean leaves a quarter out at both ends, and nothing where there are few', () => {
  expect(middleMean([8, 4, 1000, 0, 6, 7, 5, -50])).toBe((4 + 5 + 6 + 7) / 4)
  expect(middleMean([3, 1, 2])).toBe(2)
  expect(() => middleMean([])).toThrow('no values')
})

test('turns are joined to rounds, which have the means of theirs', () => {
  const rounds = [2, 4, 10, 20].map((value) => ({ value, stealPercent: value / 2, othersPercent: 1 }))
  expect(joinTurns({ name: 'pawl', rounds }, 2)).toEqual({
    name: 'pawl',
    rounds: [
      { value: 3, stealPercent: 1.5, othersPercent: 1 },
      { value: 15, stealPercent: 7.5, othersPercent: 1 },
    ],
  })
})

test('the exponent of a power is found, whatever its factor', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1, max: 3, noNaN: true }),
      fc.double({ min: 0.001, max: 1000, noNaN: true }),
      (e, c) => {
        const curve = [1_000, 10_000, 100_000, 1_000_000].map((work) => ({ work, cost: c * work ** e }))
        expect(fitExponent(curve)).toBeCloseTo(e, 6)
      },
    ),
  )
})

test('a fixed cost beside a growing one lowers the exponent below 1', () => {
  const curve = [1_000, 10_000, 100_000].map((work) => ({ work, cost: 50 + work / 100 }))
  expect(fitExponent(curve)).toBeLessThan(1)
  expect(fitExponent(curve)).toBeGreaterThan(0.3)
  expect(() => fitExponent(curve.slice(0, 1))).toThrow('two points')
})
