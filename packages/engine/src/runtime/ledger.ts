import { checkNumber, refuseUnknownOptions } from '../check-options.ts'
import type { Outcomes } from '../postgres/outcomes.ts'
import type { Runner } from '../postgres/runner.ts'
import { readWaits, type Waits } from '../postgres/waits.ts'
import { type OutcomesOptions, readOutcomes } from './read-outcomes.ts'

/**
 * What happened in all processes, read from the ledger: for live views and metrics, which a process's own events do not tell.
 * It is `pawl.ledger`.
 *
 * @example
 * ```ts
 * const { cursor } = await pawl.ledger.outcomes()
 * await pawl.enqueue(greet, { name: 'Ada' })
 * await pawl.drain({ keepOpen: true })
 * for (const { id, outcome } of (await pawl.ledger.outcomes({ after: cursor })).outcomes) console.log(id, outcome)
 * ```
 */
export class Ledger {
  readonly #runner: Runner

  constructor(runner: Runner) {
    this.#runner = runner
  }

  /**
   * What attempts came to since a cursor, once each, as they can be seen. Without a cursor nothing is told but where to begin: see
   * docs/events.md.
   */
  outcomes(options?: OutcomesOptions): Promise<Outcomes> {
    return readOutcomes(this.#runner, options)
  }

  /** How long attempts stood in line before they were claimed, since a cursor; without one it tells where to begin. */
  async waits(options: { readonly after?: number } = {}): Promise<Waits> {
    refuseUnknownOptions('ledger.waits', options, ['after'])
    if (options.after !== undefined) checkNumber('ledger.waits: after', options.after, { min: 0, integer: false })
    return readWaits(this.#runner, options.after)
  }
}
