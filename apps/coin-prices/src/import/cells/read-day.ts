import type { CellValue } from './cell-value.ts'

/** How a person writes 3/4/2026: `month-day` for the 4th of March. */
export type DateOrder = 'day-month' | 'month-day'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ].*)?$/
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?:[T ,].*)?$/
const dayMonthName = /^(\d{1,2})(?:st|nd|rd|th)?[. -]+([a-z]{3})[a-z]*[., -]+(\d{4})$/i
const monthNameDay = /^([a-z]{3})[a-z]*[. -]+(\d{1,2})(?:st|nd|rd|th)?[, -]+(\d{4})$/i
const expected = 'a date, as in 2026-03-01'

/** Reads a date. A date that could be two days is refused where the order is not given. */
export function readDay(text: string, order?: DateOrder): CellValue<string> {
  const [, year, , month, day] = yearFirst.exec(text) ?? []
  if (year !== undefined) return dayOf(Number(year), Number(month), Number(day))
  const [, first, separator, second, lastYear] = yearLast.exec(text) ?? []
  if (lastYear !== undefined)
    return byOrder(Number(first), Number(second), Number(lastYear), separator === '.' ? 'day-month' : order)
  const [, nameDay, name, nameYear] = dayMonthName.exec(text) ?? []
  if (name !== undefined) return dayOf(Number(nameYear), monthOf(name), Number(nameDay))
  const [, otherName, otherDay, otherYear] = monthNameDay.exec(text) ?? []
  if (otherName !== undefined) return dayOf(Number(otherYear), monthOf(otherName), Number(otherDay))
  return { reason: 'no-date', expected }
}

function byOrder(first: number, second: number, year: number, order: DateOrder | undefined): CellValue<string> {
  if (order === 'day-month') return dayOf(year, second, first)
  if (order === 'month-day') return dayOf(year, first, second)
  if (first > 12) return dayOf(year, second, first)
  if (second > 12 || first === second) return dayOf(year, first, second)
  return { reason: 'ambiguous-date', expected: `${expected}, or the order of day and month for the file` }
}

const monthOf = (name: string) => months.indexOf(name.toLowerCase()) + 1

function dayOf(year: number, month: number, day: number): CellValue<string> {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  return isDay && year >= 1600 && year <= 2200 ? { value: text } : { reason: 'no-date', expected }
}
