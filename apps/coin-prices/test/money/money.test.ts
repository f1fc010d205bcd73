import fc from 'fast-check'
import { expect, test } from 'vitest'
import { convertMoney } from '../../src/money/convert-money.ts'
import { formatMoney } from '../../src/money/format-money.ts'
import { parseAmount } from '../../src/money/parse-amount.ts'

test.each([
  ['120.00', 'USD', 12_000],
  ['120', 'USD', 12_000],
  [180, 'EUR', 18_000],
  [12.5, 'EUR', 1_250],
  ['1,234.56', 'USD', 123_456],
  ['1.234,56', 'EUR', 123_456],
  ['1 234,56 €', 'EUR', 123_456],
  ['$1,234', 'USD', 123_400],
  ["1'234.50", 'CHF', 123_450],
  ['1,5', 'EUR', 150],
  ['USD 99.995', 'USD', 10_000],
  ['12000', 'JPY', 12_000],
  ['1.500', 'EUR', 150],
  ['0.01', 'USD', 1],
  ['US $1,234.56', 'USD', 123_456],
  ['C $120.00', 'CAD', 12_000],
  ['AU$45', 'AUD', 4_500],
  ['£1,250', 'GBP', 125_000],
  ['CHF 12.-', 'CHF', 1_200],
  ['1.250,— €', 'EUR', 125_000],
  ['1 250,50 kr', 'SEK', 125_050],
  ['99 zł', 'PLN', 9_900],
  ['EUR 1.234,56', 'EUR', 123_456],
  ['₹12,345', 'INR', 1_234_500],
])('%s %s is %i of the smallest unit', (text, currency, cents) => {
  expect(parseAmount(text, currency)).toEqual({ cents, currency })
})

test.each([
  ['', 'USD'],
  ['-5', 'USD'],
  ['abc', 'USD'],
  ['10 coins', 'USD'],
  ['10 pcs', 'USD'],
  ['5-10', 'USD'],
  ['kr', 'SEK'],
  ['1,23,4.5', 'USD'],
  ['1.2.3', 'USD'],
  ['12.00', 'dollars'],
  ['99999999999999999', 'USD'],
])('%s %s is no amount', (text, currency) => {
  expect(parseAmount(text, currency)).toBeUndefined()
})

test('an amount that is written out is read back', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000_000), fc.constantFrom('USD', 'EUR', 'JPY', 'KWD'), (cents, currency) => {
      expect(parseAmount(formatMoney({ cents, currency }), currency)).toEqual({ cents, currency })
    }),
  )
})

test('a conversion keeps its rate and its day, and knows that yen have no cents', () => {
  const rate = { from: 'USD', to: 'JPY', rate: '151.27', day: '2026-02-27' }
  expect(convertMoney({ cents: 12_345, currency: 'USD' }, rate)).toEqual({
    ...{ cents: 18_674, currency: 'JPY', rate: '151.27', day: '2026-02-27' },
  })
  const back = { from: 'JPY', to: 'USD', rate: '0.0066', day: '2026-02-27' }
  expect(convertMoney({ cents: 18_674, currency: 'JPY' }, back).cents).toBe(12_325)
})

test('a rate that is no positive decimal, or an amount in another currency, is refused', () => {
  const rate = { from: 'USD', to: 'EUR', rate: '-1', day: '2026-02-27' }
  expect(() => convertMoney({ cents: 1, currency: 'USD' }, rate)).toThrow(/positive decimal rate/)
  expect(() => convertMoney({ cents: 1, currency: 'GBP' }, { ...rate, rate: '1' })).toThrow(/expected an amount in USD/)
})
