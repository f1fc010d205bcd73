import type { Lane } from '../../postgres/lanes.ts'
import type { Runner } from '../../postgres/runner.ts'
import { changedSources } from '../../postgres/sources.ts'

export type GatesOptions = {
  readonly runner: Runner
  /** Says in the database what the code wants of these, before the first claim from their lanes. */
  readonly declare: (names: Iterable<string>) => Promise<void>
}

/** Not all workers come back at the same moment. */
const maxSpreadMs = 50
/** A change that nobody heard of is found after this time at the latest. */
const longestMs = 600_000

/** The sources that must not be called for now, as far as this worker knows: claims leave their lanes alone until then. */
export class Gates {
  readonly #options: GatesOptions
  readonly #closedUntil = new Map<string, number>()
  /** Those of which nothing is taken ahead: a token would be old when it is used. */
  readonly #onlyForSlots = new Set<string>()
  /** Changed since the last claim was sent: what that says of them is out of date. */
  readonly #changed = new Set<string>()
  /** PostgreSQL's time of the last look at the sources. */
  #seenAt: string | undefined

  constructor(options: GatesOptions) {
    this.#options = options
  }

  /** A claim is about to be sent, and will say which sources must not be called. */
  ask(): void {
    this.#changed.clear()
  }

  close(source: string, now: number, waitMs: number): void {
    if (this.#changed.has(source)) return
    const ms = Math.min(waitMs, longestMs)
    this.#closedUntil.set(source, now + ms + Math.random() * Math.min(maxSpreadMs, ms / 20))
  }

  onlyForSlots(source: string): void {
    if (!this.#changed.has(source)) this.#onlyForSlots.add(source)
  }

  /** Something has changed about it: the next claim asks. */
  forget(source: string): void {
    this.#closedUntil.delete(source)
    this.#onlyForSlots.delete(source)
    this.#changed.add(source)
  }

  /** 0: it is open, as far as is known. */
  closedUntil(source: string, now: number, freeSlots: number): number {
    if (freeSlots === 0 && this.#onlyForSlots.has(source)) return Number.POSITIVE_INFINITY
    const until = this.#closedUntil.get(source)
    return until === undefined || until <= now ? 0 : until
  }

  /** These lanes are there. Whoever gets no notifications learns here that a source may be called again. */
  async look(lanes: readonly Lane[]): Promise<void> {
    const sources = lanes.flatMap(({ source }) => (source === '' ? [] : [source]))
    if (sources.length === 0) return
    const { runner, declare } = this.#options
    await declare(sources)
    const { now, names } = await changedSources(runner, this.#seenAt)
    this.#seenAt = now
    for (const name of names) this.forget(name)
  }
}
