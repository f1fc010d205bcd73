import { ProblemError } from '../problems/problem-error.ts'

/**
 * The value of `--limit`: a number from 1 to 500, or the default where the option was not given.
 *
 * @example
 * ```ts
 * console.log(readLimit('20', 50)) // 20
 * ```
 */
export function readLimit(text: string | boolean | undefined, defaultLimit: number): number {
  if (text === undefined) return defaultLimit
  const limit = typeof text === 'string' && /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= 500) return limit
  throw new ProblemError(400, 'invalid-limit', `--limit takes a number from 1 to 500; got '${String(text)}'`)
}
