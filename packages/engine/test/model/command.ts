import type fc from 'fast-check'
import { compare } from './compare.ts'
import type { Ledger } from './ledger.ts'
import type { Model } from './model.ts'

export type Command = fc.AsyncCommand<Model, Ledger>

type Parts = {
  /** Whether it can be done now; always, unless said otherwise. */
  readonly when?: (model: Model) => boolean
  readonly run: (model: Model, ledger: Ledger) => Promise<void>
}

/** Something that happens to model and ledger alike; afterwards they must agree. */
export function command(label: string, { when = () => true, run }: Parts): Command {
  return {
    check: when,
    async run(model, ledger) {
      await run(model, ledger)
      await compare(model, ledger)
    },
    toString: () => label,
  }
}

/** One of a list, by a number that knows nothing of its length. Counted from the end, so that 0 means the newest. */
export function pick<T>(items: readonly T[], number: number): T {
  return items[items.length - 1 - (number % items.length)]!
}
