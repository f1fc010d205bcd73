import { errorRecord } from './error-record.ts'

/** What JSON makes of a value, or why it, or PostgreSQL's jsonb, can make nothing of it. */
export type AsJson = { readonly text: string; readonly fault?: undefined } | { readonly fault: string }

export function asJson(value: unknown): AsJson {
  try {
    const text = JSON.stringify(value)
    return text === undefined ? { fault: `got ${typeof value}` } : { text }
  } catch (error) {
    // a BigInt, an object that contains itself, or whatever a toJSON throws
    return { fault: errorRecord(error).message }
  }
}

/** Escapes that JSON can write and jsonb cannot store. A backslash that is itself escaped is text, not an escape. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(0000|d[89a-f][0-9a-f]{2})/

/** What jsonb refuses in a JSON text. PostgreSQL's own message does not say where it came from. */
export function unstorableIn(text: string): string | undefined {
  const refused = text.includes('\\u') ? unstorable.exec(text)?.[1] : undefined
  if (refused === undefined) return undefined
  const what = refused === '0000' ? 'the character NUL' : `half of a surrogate pair (\\u${refused})`
  return `a text holds ${what}, which PostgreSQL cannot store`
}
