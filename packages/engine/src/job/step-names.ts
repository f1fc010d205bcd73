import { checkName } from '../check-options.ts'
import { PawlError } from '../errors.ts'

/**
 * The names under which the steps of one attempt are kept. A name that is used again is numbered in the order of the calls:
 * `page`, `page#2`, `page#3`. A later attempt that makes the same calls in the same order finds the same names.
 */
export class StepNames {
  readonly #counts = new Map<string, number>()
  readonly #used = new Set<string>()

  next(kind: 'step' | 'sleep' | 'wait', given: string): string {
    const name = checkStepName(`the name of a ${kind}`, given)
    let count = this.#counts.get(`${kind} ${name}`) ?? 0
    let numbered: string
    do {
      count++
      numbered = count === 1 ? name : `${name}#${count}`
      // somebody may have called a step `page#2` himself
    } while (this.#used.has(`${kind} ${numbered}`))
    this.#counts.set(`${kind} ${name}`, count)
    this.#used.add(`${kind} ${numbered}`)
    return numbered
  }
}

/** A name by which something is found again. */
export function checkStepName(what: string, given: unknown): string {
  const name = checkName(what, given)
  // PostgreSQL would refuse the one and store another character for the other, and the step would not be found again
  if (!/[\0\p{Surrogate}]/u.test(name)) return name
  throw new PawlError('invalid-option', `${what} holds the character NUL, or half of a surrogate pair`)
}
