import { errorRecord } from './error-record.ts'
import { type JsonFault, jsonFault } from './json-fault.ts'

/** What JSON makes of a value, or why it, or PostgreSQL's jsonb, can make nothing of it. */
export type AsJson = { readonly text: string; readonly fault?: undefined } | { readonly fault: string }

/** The same where nothing may be lost on the way. `path` leads to the value at fault. */
export type AsStrictJson =
  | { readonly text: string; readonly isFlat: boolean; readonly fault?: undefined }
  | { readonly fault: string; readonly path: JsonFault['path'] }

export function asJson(value: unknown): AsJson {
  try {
    const text = JSON.stringify(value)
    return text === undefined ? { fault: `got ${typeof value}` } : { text }
  } catch (error) {
    // a BigInt, an object that contains itself, or whatever a toJSON throws
    return { fault: errorRecord(error).message }
  }
}

/** Most bodies are flat: what such a one holds is looked at once. */
export function asStrictJson(value: unknown): AsStrictJson {
  const flat = isFlat(value)
  const lost = flat ? undefined : safeFault(value)
  if (lost !== undefined) return { fault: `JSON cannot carry ${lost.what}`, path: lost.path }
  const json = asJson(value)
  return json.fault === undefined ? { text: json.text, isFlat: flat } : { fault: json.fault, path: [] }
}

function safeFault(value: unknown): JsonFault | undefined {
  try {
    return jsonFault(value)
  } catch {
    // whatever a getter or a proxy throws, JSON.stringify meets as well
    return undefined
  }
}

/** What `JSON.parse` makes of the text of a value. A copy of a flat one is the same at a third of the price. */
export function readBack(
  value: unknown,
  { text, isFlat }: { readonly text: string; readonly isFlat: boolean },
): unknown {
  return isFlat ? { ...(value as object) } : JSON.parse(text)
}

function isFlat(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return false
  for (const name in value) if (!isSameInJson((value as Record<string, unknown>)[name])) return false
  return true
}

function isSameInJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  return typeof value === 'string' || typeof value === 'boolean' || value === null
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
