import { ProblemError } from '../problems/problem-error.ts'

/**
 * The number of a row as an argument of a command gives it.
 *
 * @example
 * ```ts
 * console.log(readId('series', '12')) // 12
 * ```
 */
export function readId(what: string, text: string | undefined): number {
  if (text !== undefined && /^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new ProblemError(400, 'invalid-id', `expected the number of a ${what}, as lists show it; got '${text ?? ''}'`)
}
