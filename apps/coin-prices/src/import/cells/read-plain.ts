import type { CellValue } from './cell-value.ts'

/** A whole number of at least 1. */
export function readCount(text: string): CellValue<number> {
  const [, digits] = /^(\d{1,7})(?:[.,]0+)?$/.exec(text) ?? []
  const value = Number(digits)
  return digits !== undefined && value >= 1 && value <= 1_000_000
    ? { value }
    : { reason: 'no-number', expected: 'a whole number from 1 to 1000000' }
}

const none = /^(-|–|none|no|no mint ?mark|without|n\/a)$/i
const mints: Readonly<Record<string, string>> = {
  ...{
    philadelphia: 'P',
    denver: 'D',
    'san francisco': 'S',
    'new orleans': 'O',
    'carson city': 'CC',
    'west point': 'W',
  },
  ...{ charlotte: 'C', dahlonega: 'D' },
}

/** A mint mark, the name of a mint of the United States, or a word for a coin that was struck without one. */
export function readMintMark(text: string): CellValue<string> {
  if (none.test(text)) return { value: '' }
  const named = mints[text.toLowerCase()]
  if (named !== undefined) return { value: named }
  if (/^[\p{L}*.]{1,4}$/u.test(text)) return { value: text.length <= 2 ? text.toUpperCase() : text }
  return { reason: 'unknown-word', expected: 'a mint mark, as in S or CC; none for a coin without one' }
}

/** Addresses, separated by spaces, commas or bars. */
export function readAddresses(text: string): CellValue<readonly string[]> {
  const value = text.split(/[\s,|]+/).filter((each) => each !== '')
  return value.every(isAddress) ? { value } : { reason: 'no-address', expected: 'addresses that begin with https://' }
}

export function readAddress(text: string): CellValue<string> {
  return isAddress(text) ? { value: text } : { reason: 'no-address', expected: 'an address that begins with https://' }
}

function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}
