import { currencyDigits } from './currency-digits.ts'
import type { Money } from './money.ts'

/**
 * Reads an amount as a service or a person writes it: `120.00`, `1,234.5`, `1.234,50`, `$1,234`, `180`. The value is never
 * turned into a float on the way. Undefined: no amount, a negative one, or an unknown currency.
 */
export function parseAmount(value: string | number, currency: string): Money | undefined {
  const digits = currencyDigits(currency)
  if (digits === undefined) return undefined
  const text = plainNumber(String(value))
  if (text === undefined) return undefined
  const [whole = '', fraction = ''] = text.split('.')
  const padded = fraction.padEnd(digits + 1, '0')
  const kept = Number(`${whole}${padded.slice(0, digits)}`)
  const cents = kept + (Number(padded[digits]) >= 5 ? 1 : 0)
  return Number.isSafeInteger(cents) ? { cents, currency } : undefined
}

/** Spaces, marks of groups, signs and codes of currencies, and the words that some are written with: `US $`, `12,50 kr`. */
const units =
  /[\s\u00a0\u202f'’]|\b(?:US|CA|C|AU|A|NZ|HK|S)(?= ?\$)|\p{Sc}|\b[A-Z]{3}\b|(?<!\p{L})(?:[Kk]r|Fr|zł|Kč|Ft|лв|руб)\.?(?!\p{L})/gu

/** Digits with at most one point. The last separator is the decimal one, unless exactly three digits follow a lone comma. */
function plainNumber(written: string): string | undefined {
  const text = written.replace(units, '').replace(/([.,])[-–—]+$/, (_, point) => `${point}00`)
  if (!/^\d[\d.,]*$/.test(text)) return undefined
  const comma = text.lastIndexOf(',')
  const point = text.lastIndexOf('.')
  if (comma === -1 && text.indexOf('.') === point) return text
  if (comma > point && !(point === -1 && /^\d{1,3}(,\d{3})+$/.test(text))) return joined(text, '.', ',')
  if (comma === -1) return /^\d{1,3}(\.\d{3})+$/.test(text) ? text.replaceAll('.', '') : undefined
  return joined(text, ',', '.')
}

/** Groups of three digits only; at most one decimal separator. */
function joined(text: string, group: string, decimal: string): string | undefined {
  const [whole = '', fraction, ...more] = text.split(decimal)
  if (more.length > 0 || fraction?.includes(group)) return undefined
  const groups = whole.split(group)
  if (groups.length > 1 && groups.slice(1).some((part) => part.length !== 3)) return undefined
  return fraction === undefined ? groups.join('') : `${groups.join('')}.${fraction}`
}
