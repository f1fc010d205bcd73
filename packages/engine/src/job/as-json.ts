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

/** PostgreSQL parses JSON by recursion, and an outcome that it cannot parse could never be written. */
const maxDepth = 500

/** What PostgreSQL would refuse in how a JSON text is nested. */
export function tooDeep(text: string): string | undefined {
  if (text.length < 2 * maxDepth) return undefined
  let depth = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    if (c === '\\') i++
    else if (c === '"') quoted = !quoted
    else if (!quoted && (c === '[' || c === '{')) depth++
    else if (!quoted && (c === ']' || c === '}')) depth--
    if (depth > maxDepth) return `it is nested more than ${maxDepth} deep`
  }
  return undefined
}
