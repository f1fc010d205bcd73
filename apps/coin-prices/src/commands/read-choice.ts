import { ProblemError } from '@pawl/app'

/** The value of an option that takes one of these words. Undefined: the option was not given. */
export function readChoice<const Word extends string>(
  flag: string,
  given: string | boolean | undefined,
  words: readonly Word[],
): Word | undefined {
  if (given === undefined) return undefined
  const found = words.find((word) => word === given)
  if (found !== undefined) return found
  const expected = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
  throw new ProblemError(400, 'invalid-option', `${flag} takes ${expected}; got '${String(given)}'`)
}
