import { readField } from './read-field.ts'

/** An error as the ledger keeps it. */
export type ErrorRecord = {
  readonly name: string
  readonly message: string
  readonly code?: string
  readonly class?: string
  readonly stack?: string
  /** Of a deferral: the job has left the quarantine. */
  readonly cleared?: true
}

const maxName = 200
const maxMessage = 4_000
const maxStack = 8_000

export function errorRecord(error: unknown, errorClass?: string): ErrorRecord {
  const extra = errorClass === undefined ? {} : { class: errorClass }
  if (!(error instanceof Error)) return { name: 'Error', message: clean(error, maxMessage), ...extra }
  const [code, stack] = [readField(error, 'code'), readField(error, 'stack')]
  return {
    name: clean(readField(error, 'name'), maxName),
    message: clean(readField(error, 'message'), maxMessage),
    ...(typeof code === 'string' ? { code: clean(code, maxName) } : {}),
    ...extra,
    ...(stack === undefined ? {} : { stack: clean(stack, maxStack) }),
  }
}

/** A deferral as the ledger keeps it, in the place of an error. */
export function deferralRecord(reason: unknown, code?: string, cleared = false): ErrorRecord {
  return {
    name: 'Deferral',
    message: clean(reason, maxMessage),
    ...(code === undefined ? {} : { code }),
    ...(cleared ? { cleared } : {}),
  }
}

/**
 * Whatever was thrown must fit into jsonb, or its attempt could never be settled: no NUL, no half of a surrogate pair (the
 * cut may leave one). And a stack of a megabyte helps nobody.
 */
function clean(value: unknown, max: number): string {
  return asText(value)
    .slice(0, max)
    .replaceAll('\u0000', '')
    .replace(/\p{Surrogate}/gu, '\ufffd')
}

function asText(value: unknown): string {
  try {
    return String(value)
  } catch {
    // an object without a prototype has no toString, and another's may throw
    return typeof value === 'object' ? '[object Object]' : `[${typeof value}]`
  }
}
