import { currencyDigits } from './currency-digits.ts'
import type { Money } from './money.ts'

/** `1,234.50 USD`: plain enough for a table, with the digits of its currency. */
export function formatMoney({ cents, currency }: Money): string {
  const digits = currencyDigits(currency) ?? 2
  const text = String(Math.abs(cents)).padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits).replace(/\B(?=(\d{3})+$)/g, ',')
  const fraction = digits === 0 ? '' : `.${text.slice(-digits)}`
  return `${cents < 0 ? '-' : ''}${whole}${fraction} ${currency}`
}
