import { PawlError } from './errors.ts'
import { suggest } from './suggest.ts'

/** Refuses option names that nobody reads: a typo would otherwise change nothing and say nothing. */
export function refuseUnknownOptions(where: string, options: unknown, known: readonly string[]): void {
  if (typeof options !== 'object' || options === null) {
    throw new PawlError('invalid-option', `${where} takes its options as an object; got ${show(options)}`)
  }
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) {
      throw new PawlError(
        'unknown-option',
        `${where} has no option ${show(name)}${suggest(name, known)} (it has: ${known.join(', ')})`,
      )
    }
  }
}

export type NumberRange = { readonly min: number; readonly max?: number; readonly integer?: boolean }

export function checkNumber(
  where: string,
  value: unknown,
  { min, max = Number.MAX_SAFE_INTEGER, integer = true }: NumberRange,
): number {
  const fits = typeof value === 'number' && value >= min && value <= max && (!integer || Number.isInteger(value))
  if (fits) return value
  const kind = integer ? 'a whole number' : 'a number'
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`
  throw new PawlError('invalid-option', `${where} must be ${kind} ${range}; got ${show(value)}`)
}

/** What no text of PostgreSQL can hold, and what it would hold changed. */
const unstorable = /[\0\p{Surrogate}]/u

export function checkName(where: string, value: unknown): string {
  if (typeof value !== 'string' || value === '' || value.length > 200) {
    throw new PawlError('invalid-option', `${where} must be a text of 1 to 200 characters; got ${show(value)}`)
  }
  if (!unstorable.test(value)) return value
  throw new PawlError(
    'invalid-option',
    `${where} must be a text that PostgreSQL can store: without NUL and without half of a surrogate pair; got ${JSON.stringify(cut(value))}`,
  )
}

export function checkFunction(where: string, value: unknown): void {
  if (typeof value === 'function') return
  throw new PawlError('invalid-option', `${where} must be a function; got ${show(value)}`)
}

export function checkFlag(where: string, value: unknown): void {
  if (typeof value === 'boolean') return
  throw new PawlError('invalid-option', `${where} must be true or false; got ${show(value)}`)
}

const maxShown = 100

/** A value as a message shows it: in quotes if it is a text, and cut where it is long. */
export function show(value: unknown): string {
  if (typeof value === 'string') return `'${cut(value)}'`
  try {
    return cut(String(value))
  } catch {
    // an object without a prototype has no toString, and another's may throw
    return `[${typeof value}]`
  }
}

export function cut(text: string): string {
  return text.length <= maxShown ? text : `${text.slice(0, maxShown)}…`
}
