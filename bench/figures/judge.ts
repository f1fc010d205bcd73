import { median } from './median.ts'
import type { Result, Target } from './result.ts'

/** What one contender reached in each round. */
export type Figures = { readonly name: string; readonly rounds: readonly Figure[] }
export type Figure = { readonly value: number; readonly stealPercent: number; readonly othersPercent: number }

export type Judged = {
  readonly name: string
  readonly unit: string
  readonly target: Target
  readonly ours: Figures
  /** Ours is compared with the best of them. None: the target is absolute. */
  readonly peers: readonly Figures[]
  /** Measured in the same rounds and told of, but not what the target is about. */
  readonly besides?: readonly Figures[]
}

/**
 * Compares ours with the peer that has the best median, round by round: what a round's figures have in common is the machine at
 * that time, which may be another one in the next. The ratio is the median of theirs. Without peers, compares our median with the target.
 */
export function judge({ name, unit, target, ours, peers, besides = [] }: Judged): Result {
  const own = middle(ours)
  const best = peers.toSorted((a, b) => (middle(a) - middle(b)) * (target.bound === 'at least' ? -1 : 1))[0]
  const peer = best === undefined ? null : middle(best)
  const ratio = best === undefined ? null : median(ratios(ours, best))
  return {
    name,
    ours: own,
    peer,
    peerName: best?.name ?? null,
    ratio,
    target: target.value,
    bound: target.bound,
    met: target.bound === 'at least' ? (ratio ?? own) >= target.value : (ratio ?? own) <= target.value,
    unit,
    rounds: ours.rounds.map(({ value, stealPercent, othersPercent }, i) => ({
      ours: value,
      peer: best?.rounds[i]?.value ?? null,
      stealPercent: Math.max(stealPercent, best?.rounds[i]?.stealPercent ?? 0),
      othersPercent: Math.max(othersPercent, best?.rounds[i]?.othersPercent ?? 0),
    })),
    all: Object.fromEntries([ours, ...peers, ...besides].map((each) => [each.name, middle(each)])),
  }
}

function ratios(ours: Figures, peer: Figures): number[] {
  return peer.rounds.map(({ value }, i) => ours.rounds[i]!.value / value)
}

function middle({ rounds }: Figures): number {
  return median(rounds.map(({ value }) => value))
}
