import type { Lane } from '../../postgres/lanes.ts'
import type { Gates } from './gates.ts'

export type LanePick = { readonly id: number; readonly rank: number }

/** More candidates than this in one claim would make it slow for the jobs it finds. */
const maxPicked = 64

export type Picked = {
  readonly lanes: readonly LanePick[]
  /** How many the claim is to bring at the most. */
  readonly most: number
}

/** Of the claims with a lower priority in sight each so many-th leaves the first ones out, so that none is starved for ever … */
const turnEvery = 8
/** … but not sooner after the last: where claims follow each other closely, small ones are a good part of what they cost. */
const turnEveryMs = 100
/** It brings no more than these, unless there are slots for more: what goes first should not wait for long. */
const mostOfATurn = 32

/**
 * The lanes of one pool, and which of them may have work. Notifications warm a lane, an empty claim cools it down, and a scan
 * warms all of them: a notification can be missed, and a pooler passes none on.
 */
export class HotLanes {
  readonly #gates: Gates
  #lanes = new Map<number, Lane>()
  #hot = new Set<number>()
  /** Claims since the last turn for which a lower priority was in sight. */
  #claimsSinceTurn = 0
  #isTurn = false
  #nextTurnAt = 0
  #lastTurn = 0
  /** Lanes up to this rank have filled the last claim: they are likely to fill the next, and one of few lanes costs less. */
  #filledUpTo = Number.POSITIVE_INFINITY

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
  opensAt(now: number, freeSlots = 1): number {
    let first = Number.POSITIVE_INFINITY
    for (const id of this.#hot) {
      const until = this.#closedUntil(id, now, freeSlots)
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
  pick(now: number, freeSlots: number): Picked {
    const open = [...this.#hot]
      .filter((id) => this.#closedUntil(id, now, freeSlots) === 0)
      .map((id) => this.#lanes.get(id)!)
    const turn = this.#takeTurn(open, now)
    this.#isTurn = turn !== undefined
    const ranked = open
      .filter(({ priority }) => turn === undefined || priority >= turn)
      .map((lane) => ({ id: lane.id, rank: rank(lane) }))
      .sort((a, b) => a.rank - b.rank)
      .slice(0, maxPicked)
    const near = turn === undefined ? ranked.filter((pick) => pick.rank <= this.#filledUpTo) : []
    const lanes = near.length > 0 ? near : ranked
    for (const { id } of lanes) this.#hot.delete(id)
    return { lanes, most: turn === undefined ? Number.POSITIVE_INFINITY : Math.max(freeSlots, mostOfATurn) }
  }

  /** One after the other of the priorities behind the first, if it is time for one. What stands behind it may fill up such a claim. */
  #takeTurn(open: readonly Lane[], now: number): number | undefined {
    const [, ...behind] = [...new Set(open.map(({ priority }) => priority))].sort((a, b) => a - b)
    if (behind.length === 0) return undefined
    this.#claimsSinceTurn++
    if (this.#claimsSinceTurn < turnEvery || now < this.#nextTurnAt) return undefined
    this.#lastTurn = behind.find((priority) => priority > this.#lastTurn) ?? behind[0]!
    this.#claimsSinceTurn = 0
    this.#nextTurnAt = now + turnEveryMs
    return this.#lastTurn
  }

  /** Those that have work, as far as is known, and whose sources must not be called. */
  closed(now: number): number[] {
    return this.hot.filter((id) => this.#closedUntil(id, now, 1) > 0)
  }

  /** These, and of the others those with the same source: they may have got nothing only because these came first. */
  alike(ids: readonly number[], others: Iterable<number>): number[] {
    const sources = new Set(ids.map((id) => this.#lanes.get(id)?.source).filter((source) => source !== ''))
    return [...ids, ...[...others].filter((id) => sources.has(this.#lanes.get(id)?.source))]
  }

  /** What a claim took, and whether that was all it was to bring. One that began further behind tells nothing of the first. */
  took(picked: readonly LanePick[], taken: ReadonlySet<number>, isFull: boolean): void {
    if (this.#isTurn) return
    this.#filledUpTo = isFull ? lastRank(picked, taken) : Number.POSITIVE_INFINITY
  }

  /**
   * Of the lanes of a claim that brought all it was to bring, those that may have more: not those that stand before one it took
   * from, and gave nothing. One with a source may have given nothing for want of tokens, unless there were some for one behind it.
   */
  mayHaveMore(picked: readonly LanePick[], taken: ReadonlySet<number>): number[] {
    const gave = picked.filter(({ id }) => taken.has(id))
    const isEmpty = ({ id, rank }: LanePick) => {
      const source = this.#lanes.get(id)?.source
      const isBehind = (other: LanePick) =>
        other.rank > rank && (source === '' || this.#lanes.get(other.id)?.source === source)
      return !taken.has(id) && gave.some(isBehind)
    }
    return picked.filter((pick) => !isEmpty(pick)).map(({ id }) => id)
  }

  #closedUntil(id: number, now: number, freeSlots: number): number {
    const { source } = this.#lanes.get(id)!
    return source === '' ? 0 : this.#gates.closedUntil(source, now, freeSlots)
  }
}

function lastRank(picked: readonly LanePick[], taken: ReadonlySet<number>): number {
  return Math.max(...picked.filter(({ id }) => taken.has(id)).map(({ rank }) => rank))
}

function rank(lane: Lane): number {
  return lane.priority * 2 + (lane.place === 'line' ? 2 : 1)
}
