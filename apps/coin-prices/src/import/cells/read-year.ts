import type { CellValue } from './cell-value.ts'

export type YearAndMint = { readonly year: number | undefined; readonly mintMark?: string | undefined }

const undated = /^(nd|n\.d\.?|undated|no date|unknown|\?)$/i
const yearWithMint = /^(-?\d{1,4})(?:\s*-?\s*(cc|[pdsowcm]))?$/i
/** The year of an anniversary beside the year that it was struck for: 1776-1976. */
const twoYears = /^(\d{4})\s*[-/–]\s*(\d{4})$/

/** Reads a year, with the mint mark that many people write behind it: `1881`, `1881-S`, `-44`. An undated coin has none. */
export function readYear(text: string): CellValue<YearAndMint> {
  if (undated.test(text)) return { value: { year: undefined } }
  const [, first, last] = twoYears.exec(text) ?? []
  if (first === '1776' && last === '1976') return { value: { year: 1976 } }
  const [, digits, mark] = yearWithMint.exec(text.replace(/\.0+$/, '')) ?? []
  const year = Number(digits)
  const expected = 'one year, as in 1881 or 1881-S; -44 is 44 BC'
  if (digits === undefined) return { reason: 'no-number', expected }
  if (year < -1000 || year > 2200 || year === 0) return { reason: 'out-of-range', expected }
  return { value: mark === undefined ? { year } : { year, mintMark: mark.toUpperCase() } }
}
