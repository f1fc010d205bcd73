import { ProblemError } from '@pawl/app'

/** The number of a report or a list as it was typed. */
export function readId(what: string, text: string | undefined): number {
  if (text !== undefined && /^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new ProblemError(
    400,
    'invalid-id',
    `expected the number of a ${what}, as pawl site-reports shows it; got '${text ?? ''}'`,
  )
}
