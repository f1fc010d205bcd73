import type { LaneKind } from './lane-kind.ts'

export type ReclaimInput = {
  /** It ran in quarantine and was recorded as started there. */
  readonly recorded: boolean
  /** It was claimed for the quarantine, recorded or not. */
  readonly quarantined: boolean
  /** It was claimed ahead of need: its start is unknown. */
  readonly ahead: boolean
  /** How many attempts the lost worker left unsettled in all. */
  readonly neighbours: number
  /** How many attempts of the job before this one, in a row, were lost with their worker. */
  readonly crashesInARow: number
  readonly failures: number
  readonly crashes: number
  readonly maxAttempts: number
}

export type ReclaimDecision =
  /** `place`: where its next attempt is claimed from. */
  | { readonly kind: 'reclaim'; readonly blamed: boolean; readonly place: Exclude<LaneKind, 'line'> }
  | { readonly kind: 'dead'; readonly reason: 'poison' | 'exhausted' }

/** The third counted crash makes a job poison, whatever attempts it has left. */
export const poisonCrashes = 3

/**
 * What becomes of an attempt whose worker went silent. One crash is no reason to suspect its jobs: a deploy or the OOM killer looks
 * the same, so they run again beside all others. From the second crash in a row on a job runs in quarantine. A crash is counted
 * against one job at most: the one on record in quarantine, or the only one of its worker.
 */
export function decideReclaim(input: ReclaimInput): ReclaimDecision {
  const place = input.quarantined || input.crashesInARow > 0 ? 'alone' : 'front'
  const blamed = input.recorded || (input.neighbours === 1 && !input.ahead)
  if (!blamed) return { kind: 'reclaim', blamed: false, place }
  const crashes = input.crashes + 1
  if (crashes >= poisonCrashes) return { kind: 'dead', reason: 'poison' }
  if (input.failures + crashes >= input.maxAttempts) return { kind: 'dead', reason: 'exhausted' }
  return { kind: 'reclaim', blamed: true, place }
}
