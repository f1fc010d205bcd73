import type { Intake } from '../coin/intake.ts'
import { type ConvertedMoney, convertMoney, type ExchangeRate } from '../money/convert-money.ts'
import type { Money } from '../money/money.ts'
import type { RateFinder } from '../money/rate-finder.ts'
import { costBasis, proceeds } from './cost-basis.ts'

export type RealisedGain = {
  readonly cost: Money | undefined
  readonly proceeds: Money | undefined
  /** Undefined: the price of the purchase or of the sale is not known. */
  readonly gain: Money | undefined
}

/** What the sale of a coin has gained; a loss is negative. Undefined: the coin is not sold. */
export function realisedGain(intake: Intake): RealisedGain | undefined {
  if (intake.status !== 'sold') return undefined
  const [cost, brought] = [costBasis(intake), proceeds(intake)]
  const isKnown = cost !== undefined && brought !== undefined
  const gain = isKnown ? { cents: brought.cents - cost.cents, currency: cost.currency } : undefined
  return { cost, proceeds: brought, gain }
}

/** The figures of a valuation for one piece, in its currency. */
export type ValueBand = {
  readonly lowCents: number
  readonly fairCents: number
  readonly highCents: number
  readonly currency: string
  /** The day of the valuation. As in 2026-03-01. */
  readonly day: string
}

export type UnrealisedGain = {
  /** The value of all pieces, in the currency of the valuation. */
  readonly value: ValueBand
  readonly cost: Money | undefined
  /** The cost in the currency of the valuation, where the two differ. */
  readonly convertedCost: ConvertedMoney | undefined
  /** At the low, fair and high value. Undefined: the cost is not known, or there is no rate. */
  readonly gain: Omit<ValueBand, 'day'> | undefined
}

/**
 * What a coin would gain if it were sold at its value. Undefined: the coin is not owned, or has no value. A cost in another currency is
 * converted by the rate of the day of the valuation.
 */
export function unrealisedGain(
  intake: Intake,
  perPiece: ValueBand | undefined,
  rateOn: RateFinder = () => undefined,
): UnrealisedGain | undefined {
  if (intake.status !== 'owned' || perPiece === undefined) return undefined
  const value = ofAllPieces(perPiece, intake.quantity)
  const cost = costBasis(intake)
  const rate = cost === undefined ? undefined : rateOn(cost.currency, value.currency, value.day)
  const convertedCost = cost === undefined || cost.currency === value.currency ? undefined : converted(cost, rate)
  const comparable = cost?.currency === value.currency ? cost : convertedCost
  return { value, cost, convertedCost, gain: comparable === undefined ? undefined : lessCost(value, comparable.cents) }
}

function converted(cost: Money, rate: ExchangeRate | undefined): ConvertedMoney | undefined {
  return rate === undefined ? undefined : convertMoney(cost, rate)
}

export function ofAllPieces(band: ValueBand, quantity: number): ValueBand {
  const { lowCents, fairCents, highCents } = band
  return { ...band, lowCents: lowCents * quantity, fairCents: fairCents * quantity, highCents: highCents * quantity }
}

function lessCost({ lowCents, fairCents, highCents, currency }: ValueBand, cost: number): Omit<ValueBand, 'day'> {
  return { lowCents: lowCents - cost, fairCents: fairCents - cost, highCents: highCents - cost, currency }
}
