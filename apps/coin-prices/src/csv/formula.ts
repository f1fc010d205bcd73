/**
 * Whether a spreadsheet would take a cell for a formula. Spreadsheets also look behind leading spaces and control characters, and read
 * full-width signs. A plain number is none.
 */
function isFormula(text: string): boolean {
  return /^[\s\p{Cc}\ufeff]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) && !/^-?\d+(\.\d+)?$/.test(text)
}

/** The text with an apostrophe before it where it would be a formula. */
export function withoutFormula(text: string): string {
  return isFormula(text.replace(/^'+/, '')) ? `'${text}` : text
}

/** The text that `withoutFormula` was given. */
export function withFormula(text: string): string {
  return text.startsWith("'") && isFormula(text.replace(/^'+/, '')) ? text.slice(1) : text
}
