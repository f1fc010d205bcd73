import { writersNow } from '../postgres/partitions.ts'
import type { Runner } from '../postgres/runner.ts'

/**
 * When a closed partition is sealed: nobody who could still write to it is left. Positions are given out before they are
 * written, so who was writing when it was first seen closed may have some of it, for as long as that transaction lasts.
 */
export class Seal {
  readonly #writers = new Map<number, ReadonlySet<string>>()

  async isSealed(runner: Runner, number: number): Promise<boolean> {
    const before = this.#writers.get(number)
    if (before?.size === 0) return true
    const now = await writersNow(runner)
    const left = before === undefined ? now : new Set([...now].filter((writer) => before.has(writer) || isOld(writer)))
    this.#writers.set(number, left)
    return left.size === 0
  }

  forget(number: number): void {
    this.#writers.delete(number)
  }
}

/** A prepared transaction has another name after a restart of PostgreSQL, of this kind: it may well be one of those before. */
function isOld(writer: string): boolean {
  return writer.startsWith('-1/')
}
