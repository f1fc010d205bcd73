import { ProblemError } from './problem-error.ts'

/**
 * The answer that there is no row of this id or name, and where to look for those that there are.
 *
 * @example
 * ```ts
 * const error = notFound('letter', 12, 'GET /api/letters shows all')
 * console.log(error.status, error.code) // 404 unknown-letter
 * ```
 */
export function notFound(what: string, which: number | string, hint?: string): ProblemError {
  const message = `there is no ${what} ${which}`
  return new ProblemError(404, `unknown-${what}`, hint === undefined ? message : `${message}; ${hint}`)
}
