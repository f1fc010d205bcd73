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
  /** Each round was measured side by side with its peer's: the ratio is the median of theirs. */
  readonly paired?: true
}

/** Compares the medians: ours with the best peer's, or with the target itself. */
export function judge({ name, unit, target, ours, peers, paired }: Judged): Result {
  const own = middle(ours)
  const best = peers.toSorted((a, b) => (middle(a) - middle(b)) * (target.bound === 'at least' ? -1 : 1))[0]
  const peer = best === undefined ? null : middle(best)
  const ratio = best === undefined ? null : paired ? median(ratios(ours, best)) : own / peer!
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
    all: Object.fromEntries([ours, ...peers].map((each) => [each.name, middle(each)])),
  }
}

function ratios(ours: Figures, peer: Figures): number[] {
  return ours.rounds.map(({ value }, i) => value / peer.rounds[i]!.value)
}

function middle({ rounds }: Figures): number {
  return median(rounds.map(({ value }) => value))
}
