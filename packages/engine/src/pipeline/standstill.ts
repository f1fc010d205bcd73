import { PawlError } from '../errors.ts'

/** So often one row may come again: somebody else can have made it undone anew. A whole page of them cannot. */
const patience = 3

/**
 * Notices that a phase gets the same rows again and again: its `undone` does not go on after the key it is given, or its
 * `write` leaves what it wrote undone. Remembers one page.
 */
export class Standstill {
  readonly #phase: string
  #keys: readonly string[] = []
  #times = 0

  constructor(phase: string) {
    this.#phase = phase
  }

  /** A page of rows came, at the same place as the last one that was seen here. */
  see(keys: readonly string[]): void {
    const same = keys.length === this.#keys.length && keys.every((key, i) => key === this.#keys[i])
    this.#times = same && keys.length > 0 ? this.#times + 1 : 0
    this.#keys = keys
    if (this.#times < (keys.length === 1 ? patience : 1)) return
    throw new PawlError(
      'phase-standstill',
      `the phase '${this.#phase}' gets the same rows again and again (the first is '${keys[0]}'): undone must select what comes ` +
        'after `after`, in the order of its keys, and write must make its rows no longer undone',
    )
  }
}
