import { coinName } from '../coin/coin-name.ts'
import type { Intake } from '../coin/intake.ts'
import { formatMoney } from '../money/format-money.ts'
import type { AlertReference } from './decide-alert.ts'

export type AlertInput = {
  readonly intakeId: number
  readonly intake: Intake
  readonly percent: number
  readonly from: AlertReference
  readonly to: AlertReference
  readonly lowCents: number
  readonly highCents: number
  readonly confidence: number
  /** The day of the valuation. As in 2026-03-01. */
  readonly day: string
}

/** What the app shows and a webhook receives. */
export type AlertMessage = {
  readonly type: 'coin-prices.value-moved'
  readonly intakeId: number
  readonly coin: string
  readonly direction: 'up' | 'down'
  /** In tenths; a fall is negative. */
  readonly percent: number
  readonly currency: string
  readonly fromCents: number
  readonly toCents: number
  readonly lowCents: number
  readonly highCents: number
  readonly basis: 'sold' | 'ask'
  readonly confidence: number
  readonly day: string
  readonly text: string
}

/** One sentence for people, and the figures for programs. */
export function alertMessage(input: AlertInput): AlertMessage {
  const { intakeId, intake, percent, from, to, lowCents, highCents, confidence, day } = input
  const { currency, basis } = to
  const coin = coinName(intake)
  const amount = (cents: number) => formatMoney({ cents, currency })
  const verb = percent < 0 ? 'fell' : 'rose'
  const prices = basis === 'sold' ? 'sold prices' : 'asking prices'
  const text =
    `${coin} ${verb} by ${Math.abs(percent)} %: from ${amount(from.fairCents)} to ${amount(to.fairCents)} ` +
    `(${amount(lowCents)} to ${amount(highCents)}, from ${prices}, ${day})`
  return {
    ...{ type: 'coin-prices.value-moved', intakeId, coin, direction: percent < 0 ? 'down' : 'up', percent, currency },
    ...{ fromCents: from.fairCents, toCents: to.fairCents, lowCents, highCents, basis, confidence, day, text },
  }
}
