import type { Lane } from '../../postgres/lanes.ts'
import type { Gates } from './gates.ts'

export type LanePick = { readonly id: number; readonly rank: number }

/** More candidates than this in one claim would make it slow for the jobs it finds. */
const maxPicked = 64

/** Each so many-th claim goes by age alone, so that a low priority is not starved for ever. */
const fairEvery = 8
/** It brings no more than these: to merge lanes by age costs several times what it costs to take one after the other. */
const mostByAge = 32

/**
 * The lanes of one pool, and which of them may have work. Notifications warm a lane, an empty claim cools it down, and a scan
 * warms all of them: a notification can be missed, and a pooler passes none on.
 */
export class HotLanes {
  readonly #gates: Gates
  #lanes = new Map<number, Lane>()
  #hot = new Set<number>()
  #claims = 0

  constructor(gates: Gates) {
    this.#gates = gates
  }

  replace(lanes: readonly Lane[]): void {
    this.#lanes = new Map(lanes.map((lane) => [lane.id, lane]))
  }

  warm(ids: Iterable<number>): void {
    for (const id of ids) if (this.#lanes.has(id)) this.#hot.add(id)
  }

  warmAll(): void {
    this.warm(this.#lanes.keys())
  }

  get anyHot(): boolean {
    return this.#hot.size > 0
  }

  /** When the first of them may be claimed from: at once, unless the sources of all must not be called. */
  opensAt(now: number): number {
    let first = Number.POSITIVE_INFINITY
    for (const id of this.#hot) {
      const until = this.#closedUntil(id, now)
      if (until === 0) return now
      first = Math.min(first, until)
    }
    return first
  }

  get hot(): number[] {
    return [...this.#hot]
  }

  cool(ids: Iterable<number>): void {
    for (const id of ids) this.#hot.delete(id)
  }

  /** Takes candidates for a claim. They are cold until the answer, or a notification in between, warms them again. */
  pick(now: number): LanePick[] {
    const fair = ++this.#claims % fairEvery === 0
    const picked = [...this.#hot]
      .filter((id) => this.#closedUntil(id, now) === 0)
      .map((id) => ({ id, rank: fair ? 0 : rank(this.#lanes.get(id)!) }))
      .sort((a, b) => a.rank - b.rank)
      .slice(0, maxPicked)
    for (const { id } of picked) this.#hot.delete(id)
    return picked
  }

  /** Those that have work, as far as is known, and whose sources must not be called. */
  closed(now: number): number[] {
    return this.hot.filter((id) => this.#closedUntil(id, now) > 0)
  }

  /** These, and of the others those with the same source: they may have got nothing only because these came first. */
  alike(ids: readonly number[], others: Iterable<number>): number[] {
    const sources = new Set(ids.map((id) => this.#lanes.get(id)?.source).filter((source) => source !== ''))
    return [...ids, ...[...others].filter((id) => sources.has(this.#lanes.get(id)?.source))]
  }

  /**
   * Of the lanes of a claim that brought all it was to bring, those that may have more: not those that stand before one it took
   * from, and gave nothing.
   */
  mayHaveMore(picked: readonly LanePick[], taken: ReadonlySet<number>): number[] {
    const last = Math.max(...picked.filter(({ id }) => taken.has(id)).map(({ rank }) => rank))
    const isEmpty = ({ id, rank }: LanePick) => rank < last && !taken.has(id) && this.#lanes.get(id)?.source === ''
    return picked.filter((pick) => !isEmpty(pick)).map(({ id }) => id)
  }

  #closedUntil(id: number, now: number): number {
    const { source } = this.#lanes.get(id)!
    return source === '' ? 0 : this.#gates.closedUntil(source, now)
  }
}

/** How many of so many a claim from these is to bring, of which `free` can start at once. */
export function claimLimit(picked: readonly LanePick[], wanted: number, free: number): number {
  const byAge = picked.length > 1 && picked.every(({ rank }) => rank === 0)
  return byAge ? Math.min(wanted, Math.max(free, mostByAge)) : wanted
}

/** From 1 on: 0 have all of a claim that goes by age. */
function rank(lane: Lane): number {
  return lane.priority * 2 + (lane.place === 'line' ? 2 : 1)
}
