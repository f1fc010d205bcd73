import type { EffectRow, SucceededRow } from './effect-book.ts'
import type { Fed } from './feed.ts'

export type Tally = {
  readonly accepted: number
  readonly succeeded: number
  /** Rows that the jobs wrote. */
  readonly effects: number
  /** Accepted, and without effect. */
  readonly lost: number
  /** Rows beyond the first of a job. */
  readonly doubled: number
}

export type Tallies = {
  readonly jobs: Tally
  /** Follow-ups are accepted when the effect that they were committed with is there. */
  readonly followUps: Tally & { readonly withoutCause: number }
  /** The reply to their enqueue was lost: they may run or not, but never twice. */
  readonly unacknowledged: { readonly jobs: number; readonly effects: number; readonly doubled: number }
}

/** Compares what was accepted with what happened. */
export function tally(fed: Fed, effects: readonly EffectRow[], succeeded: readonly SucceededRow[]): Tallies {
  const effectsOf = (type: string) =>
    new Map(effects.filter((row) => row.type === type).map((row) => [row.n, row.effects]))
  const succeededOf = (type: string) => new Set(succeeded.filter((row) => row.type === type).map((row) => row.n))
  const first = effectsOf('effect')
  const second = effectsOf('follow-up')
  const unacknowledged = compare(fed.unacknowledged, first, succeededOf('effect'))
  return {
    jobs: compare(fed.accepted, first, succeededOf('effect')),
    followUps: {
      ...compare([...first.keys()], second, succeededOf('follow-up')),
      withoutCause: [...second.keys()].filter((n) => !first.has(n)).length,
    },
    unacknowledged: {
      jobs: unacknowledged.accepted,
      effects: unacknowledged.effects,
      doubled: unacknowledged.doubled,
    },
  }
}

function compare(
  accepted: readonly number[],
  effects: ReadonlyMap<number, number>,
  succeeded: ReadonlySet<number>,
): Tally {
  const counts = accepted.map((n) => effects.get(n) ?? 0)
  return {
    accepted: accepted.length,
    succeeded: accepted.filter((n) => succeeded.has(n)).length,
    effects: counts.reduce((sum, count) => sum + count, 0),
    lost: counts.filter((count) => count === 0).length,
    doubled: counts.reduce((sum, count) => sum + Math.max(0, count - 1), 0),
  }
}
