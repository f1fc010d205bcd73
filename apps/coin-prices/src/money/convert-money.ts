import { currencyDigits } from './currency-digits.ts'
import type { Money } from './money.ts'

/** What one unit of `from` was worth in `to` on a day. The rate is a decimal text, so that it keeps its digits. */
export type ExchangeRate = {
  readonly from: string
  readonly to: string
  readonly rate: string
  /** As in 2026-03-01. */
  readonly day: string
}

/** An amount in another currency, with the rate and the day that it was converted by. */
export type ConvertedMoney = Money & { readonly rate: string; readonly day: string }

const rateDigits = 12

/** Converts in whole numbers and rounds half up. */
export function convertMoney(money: Money, { from, to, rate, day }: ExchangeRate): ConvertedMoney {
  if (money.currency !== from) throw new RangeError(`expected an amount in ${from}; got ${money.currency}`)
  const scaled = scaledRate(rate)
  const shift = BigInt((currencyDigits(to) ?? 2) - (currencyDigits(from) ?? 2) - rateDigits)
  const product = BigInt(money.cents) * scaled
  const divisor = 10n ** -shift
  const cents = shift >= 0n ? product * 10n ** shift : (product + divisor / 2n) / divisor
  return { cents: Number(cents), currency: to, rate, day }
}

function scaledRate(rate: string): bigint {
  if (!/^\d{1,9}(\.\d{1,12})?$/.test(rate) || Number(rate) === 0) {
    throw new RangeError(`expected a positive decimal rate with at most 12 digits behind the point; got '${rate}'`)
  }
  const [whole = '0', fraction = ''] = rate.split('.')
  return BigInt(`${whole}${fraction.padEnd(rateDigits, '0')}`)
}
