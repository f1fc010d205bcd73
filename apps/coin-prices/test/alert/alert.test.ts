import fc from 'fast-check'
import { expect, test } from 'vitest'
import { alertMessage } from '../../src/alert/alert-message.ts'
import { type AlertReference, decideAlert } from '../../src/alert/decide-alert.ts'

const at = (fairCents: number, more: Partial<AlertReference> = {}): AlertReference => ({
  ...{ fairCents, currency: 'USD', basis: 'sold' },
  ...more,
})
const unknown = { fairCents: null, currency: 'USD', basis: null }

test.each([
  [1_000, 1_100, 10, 10],
  [1_000, 900, 10, -10],
  [1_000, 1_099, 10, undefined],
  [1_000, 901, 10, undefined],
  [1_000, 1_000, 1, undefined],
  [1_000, 1_025, 2.5, 2.5],
  [100, 300, 150, 200],
])('from %i to %i, at %i %%: %s', (from, to, minPercent, percent) => {
  const decision = decideAlert(at(to), at(from), minPercent)
  expect(decision).toEqual(percent === undefined ? { kind: 'none' } : { kind: 'alert', percent, reference: at(to) })
})

test('the first value is what moves are measured from, and an unknown one changes nothing', () => {
  expect(decideAlert(at(1_000), undefined, 10)).toEqual({ kind: 'reference', reference: at(1_000) })
  expect(decideAlert(unknown, undefined, 10)).toEqual({ kind: 'none' })
  expect(decideAlert(unknown, at(1_000), 10)).toEqual({ kind: 'none' })
})

test('sold and asking prices, and two currencies, are not compared', () => {
  for (const other of [at(2_000, { basis: 'ask' }), at(2_000, { currency: 'EUR' })]) {
    expect(decideAlert(other, at(1_000), 10)).toEqual({ kind: 'reference', reference: other })
  }
  expect(decideAlert(at(5), at(0), 10)).toEqual({ kind: 'reference', reference: at(5) })
})

test.each([0, -1, Number.NaN, 1_001])('a percentage of %s is refused', (minPercent) => {
  expect(() => decideAlert(at(1), at(1), minPercent)).toThrow('expected a percentage above 0 and at most 1000')
})

test('a value raises each move once, slow moves too, for any history', () => {
  const histories = fc.array(fc.option(fc.integer({ min: 1, max: 100_000 })), { maxLength: 40 })
  fc.assert(
    fc.property(histories, fc.integer({ min: 1, max: 200 }), (history, minPercent) => {
      let reference: AlertReference | undefined
      for (const fairCents of history) {
        const value = fairCents === null ? unknown : at(fairCents)
        const decision = decideAlert(value, reference, minPercent)
        if (decision.kind === 'alert') {
          expect(Math.abs(fairCents! / reference!.fairCents - 1) * 100).toBeGreaterThan(minPercent - 1e-6)
        }
        if (decision.kind !== 'none') reference = decision.reference
        // the same value again is the same move
        expect(decideAlert(value, reference, minPercent)).toEqual({ kind: 'none' })
        if (fairCents !== null) {
          expect(Math.abs(fairCents / reference!.fairCents - 1) * 100).toBeLessThan(minPercent + 1e-6)
        }
      }
    }),
  )
})

test('a message is one sentence, and the figures', () => {
  const intake = { status: 'owned', quantity: 1, title: '1881-S\nMorgan', grade: 'MS65' } as const
  const figures = { lowCents: 15_000, highCents: 19_000, confidence: 0.8, day: '2026-03-01' }
  const message = alertMessage({ intakeId: 7, intake, percent: -12.5, from: at(20_000), to: at(17_500), ...figures })
  expect(message.text).toBe(
    '1881-S Morgan fell by 12.5 %: from 200.00 USD to 175.00 USD (150.00 USD to 190.00 USD, from sold prices, 2026-03-01)',
  )
  expect(JSON.parse(JSON.stringify(message))).toMatchObject({
    ...{ type: 'coin-prices.value-moved', intakeId: 7, coin: '1881-S Morgan', direction: 'down', percent: -12.5 },
    ...{ fromCents: 20_000, toCents: 17_500, currency: 'USD', basis: 'sold', ...figures },
  })
})

test('a coin without a title is called by what is known of it', () => {
  const intake = {
    status: 'owned',
    quantity: 1,
    year: 1881,
    mintMark: 'S',
    series: 'Morgan',
    denomination: 'dollar',
  } as const
  const figures = { lowCents: 1, highCents: 3, confidence: 0.8, day: '2026-03-01' }
  const input = { intakeId: 7, percent: 50, from: at(200), to: at(300, { basis: 'ask' }), ...figures }
  expect(alertMessage({ ...input, intake }).text).toContain(
    '1881-S Morgan dollar rose by 50 %: from 2.00 USD to 3.00 USD',
  )
  expect(alertMessage({ ...input, intake }).text).toContain('from asking prices')
  expect(alertMessage({ ...input, intake: { status: 'owned', quantity: 1 } }).coin).toBe('coin without a title')
})
