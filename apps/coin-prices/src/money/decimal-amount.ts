import { currencyDigits } from './currency-digits.ts'
import type { Money } from './money.ts'

/** `1234.50`: for programs, without separators and without the currency. */
export function decimalAmount({ cents, currency }: Money): string {
  const digits = currencyDigits(currency) ?? 2
  const text = String(Math.abs(cents)).padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits)
  return `${cents < 0 ? '-' : ''}${whole}${digits === 0 ? '' : `.${text.slice(-digits)}`}`
}
