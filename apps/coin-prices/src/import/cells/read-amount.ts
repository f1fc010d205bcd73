import { currencyDigits } from '../../money/currency-digits.ts'
import { parseAmount } from '../../money/parse-amount.ts'
import type { CellValue } from './cell-value.ts'

const signs: Readonly<Record<string, string>> = {
  ...{ '€': 'EUR', '£': 'GBP', '₽': 'RUB', '₹': 'INR', '₩': 'KRW', '₺': 'TRY', '₪': 'ILS', '₴': 'UAH', '฿': 'THB' },
}

/** Dollars that are written with their country. */
const dollars: Readonly<Record<string, string>> = {
  ...{ US: 'USD', C: 'CAD', CA: 'CAD', A: 'AUD', AU: 'AUD', NZ: 'NZD', HK: 'HKD', S: 'SGD' },
}

/** The currency that a text names by its code, by a sign that one currency alone has, or as `US $`. */
export function currencyIn(text: string): string | undefined {
  const code = /(?<![A-Za-z])([A-Z]{3})(?![A-Za-z])/.exec(text)?.[1]
  if (code !== undefined && isCurrency(code)) return code
  const country = /(?<![A-Za-z])(US|CA|C|AU|A|NZ|HK|S) ?\$/.exec(text)?.[1]
  if (country !== undefined) return dollars[country]
  const sign = /\p{Sc}/u.exec(text)?.[0]
  return sign === undefined ? undefined : signs[sign]
}

/** Whether a code is one of ISO 4217: `Intl` accepts any three letters. */
export function isCurrency(code: string): boolean {
  return known.has(code)
}

const known = new Set(Intl.supportedValuesOf('currency'))

export function readAmount(text: string, currency: string): CellValue<number> {
  const amount = parseAmount(text, currency)
  if (amount !== undefined) return { value: amount.cents }
  const example = currencyDigits(currency) === 0 ? '1250' : '12.50'
  return { reason: 'no-amount', expected: `an amount of 0 or more, as in ${example}` }
}
