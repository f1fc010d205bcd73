import { checkNumber, type NumberRange, show } from './check-options.ts'
import { PawlError } from './errors.ts'

/** The longest duration that is accepted: PostgreSQL's clock and a Date both reach further than the end of it. */
export const centuryMs = 100 * 365 * 24 * 60 * 60 * 1000

/** A duration that a caller gives, in ms. */
export function checkDuration(where: string, value: unknown, range: Partial<NumberRange> = {}): number {
  return checkNumber(where, value, { min: 0, max: centuryMs, integer: false, ...range })
}

/** A year of one to four digits: what PostgreSQL, JSON and a Date all read the same way. */
const firstMs = Date.UTC(2000, 0, 1) - 63_082_281_600_000
const endMs = Date.UTC(10_000, 0, 1)

/** An instant that a caller gives. */
export function checkInstant(where: string, value: unknown): Date {
  const ms = value instanceof Date ? value.getTime() : Number.NaN
  if (ms >= firstMs && ms < endMs) return value as Date
  throw new PawlError('invalid-option', `${where} must be a valid Date in the years 1 to 9999; got ${show(value)}`)
}
