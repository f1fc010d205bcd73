import { PawlError } from '../errors.ts'

/**
 * Notices that a phase gets the same rows again and again: its `undone` does not go on after the key it is given, or its
 * `write` leaves what it wrote undone. Remembers one page. With `patience` the same page may come so often in a row: somebody else
 * can have made its rows undone anew.
 */
export class Standstill {
  readonly #phase: string
  readonly #patience: number
  #keys: readonly string[] = []
  #times = 0

  constructor(phase: string, patience = 1) {
    this.#phase = phase
    this.#patience = patience
  }

  /** A page of rows came, at the same place as the last one that was seen here. */
  see(keys: readonly string[]): void {
    const same = keys.length === this.#keys.length && keys.every((key, i) => key === this.#keys[i])
    this.#times = same && keys.length > 0 ? this.#times + 1 : 0
    this.#keys = keys
    if (this.#times < this.#patience) return
    throw new PawlError(
      'phase-standstill',
      `the phase '${this.#phase}' gets the same rows again and again (the first is '${keys[0]}'): undone must select what comes ` +
        'after `after`, in the order of its keys, and write must make its rows no longer undone',
    )
  }
}
