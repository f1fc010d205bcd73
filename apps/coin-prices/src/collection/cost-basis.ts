import type { Intake } from '../coin/intake.ts'
import type { Money } from '../money/money.ts'

/** What all pieces of an intake have cost, with fees. Undefined: no price is stated; fees alone are no cost. */
export function costBasis({ paidCents, paidFeesCents = 0, quantity, currency }: Intake): Money | undefined {
  if (paidCents === undefined || currency === undefined) return undefined
  return { cents: paidCents * quantity + paidFeesCents, currency }
}

/** What all pieces of a sold intake have brought, without fees. Undefined: it is not sold, or no price is stated. */
export function proceeds({ status, soldCents, soldFeesCents = 0, quantity, currency }: Intake): Money | undefined {
  if (status !== 'sold' || soldCents === undefined || currency === undefined) return undefined
  return { cents: soldCents * quantity - soldFeesCents, currency }
}
