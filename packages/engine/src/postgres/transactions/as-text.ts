import type { Statement } from '../statement.ts'

export type TextQuery = { readonly text: string; readonly values: (string | null)[] }

/**
 * The same statement with every value as text. Libraries and drivers each bind arrays, nulls in arrays and Dates in ways of
 * their own, some of them wrongly (Drizzle switches off the Dates of postgres.js); a text is the same everywhere. The cast
 * through text keeps drivers that look up a parameter's type from converting it.
 */
export function asText(statement: Statement, values: readonly unknown[]): TextQuery {
  return { text: statement.text.replace(/(\$\d+)::/g, '$1::text::'), values: values.map(toText) }
}

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return `{${value.map(toElement).join(',')}}`
  // from the year 10000 on JavaScript writes a sign, which PostgreSQL takes for a time zone
  if (value instanceof Date) return value.toISOString().replace(/^\+0*/, '')
  return String(value)
}

function toElement(value: unknown): string {
  const text = toText(value)
  return text === null ? 'NULL' : `"${text.replace(/["\\]/g, '\\$&')}"`
}
