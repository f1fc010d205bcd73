import { ProblemError } from '@pawl/app'

/** How many are wanted, as it was typed. */
export function readLimit(text: string | boolean | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  const limit = typeof text === 'string' && /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= 500) return limit
  throw new ProblemError(400, 'invalid-limit', `--limit takes a number from 1 to 500; got '${String(text)}'`)
}
