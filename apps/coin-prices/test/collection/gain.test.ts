import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Intake } from '../../src/coin/intake.ts'
import { costBasis } from '../../src/collection/cost-basis.ts'
import { realisedGain, unrealisedGain } from '../../src/collection/gain.ts'
import { rateFinder } from '../../src/money/rate-finder.ts'

const owned: Intake = { status: 'owned', quantity: 3, paidCents: 1_000, paidFeesCents: 250, currency: 'USD' }
const sold: Intake = { ...owned, status: 'sold', soldCents: 1_500, soldFeesCents: 400 }
const band = { lowCents: 900, fairCents: 1_200, highCents: 1_400, currency: 'USD', day: '2026-03-01' }

test('a cost is the price of all pieces with the fees of the purchase', () => {
  expect(costBasis(owned)).toEqual({ cents: 3_250, currency: 'USD' })
  expect(costBasis({ ...owned, paidFeesCents: undefined })).toEqual({ cents: 3_000, currency: 'USD' })
  expect(costBasis({ ...owned, paidCents: undefined })).toBeUndefined()
  expect(costBasis({ ...owned, currency: undefined })).toBeUndefined()
  expect(costBasis({ ...owned, paidCents: 0, paidFeesCents: 0 })).toEqual({ cents: 0, currency: 'USD' })
})

test('a sale gains what it brought after fees, less the cost', () => {
  expect(realisedGain(sold)).toEqual({
    cost: { cents: 3_250, currency: 'USD' },
    proceeds: { cents: 4_100, currency: 'USD' },
    gain: { cents: 850, currency: 'USD' },
  })
  expect(realisedGain({ ...sold, soldCents: 100 })?.gain?.cents).toBe(-3_350)
  expect(realisedGain(owned)).toBeUndefined()
})

test('a sale whose cost or price is not known has no gain, and keeps what is known', () => {
  expect(realisedGain({ ...sold, paidCents: undefined })).toMatchObject({ proceeds: { cents: 4_100 }, gain: undefined })
  expect(realisedGain({ ...sold, soldCents: undefined })).toMatchObject({ cost: { cents: 3_250 }, gain: undefined })
})

test('an owned coin would gain its band of all pieces, less the cost', () => {
  expect(unrealisedGain(owned, band)).toEqual({
    value: { ...band, lowCents: 2_700, fairCents: 3_600, highCents: 4_200 },
    cost: { cents: 3_250, currency: 'USD' },
    convertedCost: undefined,
    gain: { lowCents: -550, fairCents: 350, highCents: 950, currency: 'USD' },
  })
  expect(unrealisedGain(owned, undefined)).toBeUndefined()
  expect(unrealisedGain({ ...owned, status: 'watched' }, band)).toBeUndefined()
  expect(unrealisedGain({ ...owned, paidCents: undefined }, band)).toMatchObject({ cost: undefined, gain: undefined })
})

test('a cost in another currency is converted by the rate of the day, and without one there is no gain', () => {
  const rate = { from: 'USD', to: 'EUR', rate: '0.9', day: '2026-02-27' }
  const inEuro = { ...band, currency: 'EUR' }
  expect(unrealisedGain(owned, inEuro, rateFinder([rate]))).toMatchObject({
    convertedCost: { cents: 2_925, currency: 'EUR', rate: '0.9', day: '2026-02-27' },
    gain: { fairCents: 675, currency: 'EUR' },
  })
  expect(unrealisedGain(owned, inEuro, rateFinder([{ ...rate, day: '2026-02-01' }]))).toMatchObject({ gain: undefined })
  expect(unrealisedGain(owned, inEuro)).toMatchObject({ cost: { cents: 3_250 }, gain: undefined })
})

test('a coin sold at its value gains what it would have gained', () => {
  const cents = fc.nat(1_000_000)
  fc.assert(
    fc.property(
      cents,
      cents,
      cents,
      fc.integer({ min: 1, max: 100 }),
      (paidCents, paidFeesCents, fairCents, quantity) => {
        const intake: Intake = { status: 'owned', quantity, paidCents, paidFeesCents, currency: 'USD' }
        const value = { ...band, lowCents: fairCents, fairCents, highCents: fairCents }
        const realised = realisedGain({ ...intake, status: 'sold', soldCents: fairCents })
        expect(unrealisedGain(intake, value)?.gain?.fairCents).toBe(realised?.gain?.cents)
      },
    ),
  )
})
