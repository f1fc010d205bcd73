import { withoutFormula } from './formula.ts'

/**
 * One line of a CSV file by RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe before it; a plain number stays
 * what it is.
 */
export function csvLine(cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map((cell) => csvCell(cell)).join(',')}\r\n`
}

function csvCell(cell: string | number | null | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return String(cell)
  const text = withoutFormula(cell)
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
