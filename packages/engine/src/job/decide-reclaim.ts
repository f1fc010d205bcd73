export type ReclaimInput = {
  /** It was recorded as started and ran with no other job. */
  readonly alone: boolean
  /** It was claimed ahead of need: its start is unknown. */
  readonly ahead: boolean
  /** How many attempts the lost worker left unsettled in all. */
  readonly neighbours: number
  readonly failures: number
  readonly crashes: number
  readonly maxAttempts: number
}

export type ReclaimDecision =
  | { readonly kind: 'reclaim'; readonly blamed: boolean }
  | { readonly kind: 'dead'; readonly reason: 'poison' | 'exhausted' }

/** So many crashes make a job poison, whatever attempts it has left. */
export const poisonCrashes = 3

/**
 * What becomes of an attempt whose worker went silent. A fast job's start is not recorded, so a death does not tell which job
 * caused it: only one that certainly ran, and ran alone, is blamed. The others come back as suspects and run alone.
 */
export function decideReclaim(input: ReclaimInput): ReclaimDecision {
  const blamed = input.alone || (input.neighbours === 1 && !input.ahead)
  if (!blamed) return { kind: 'reclaim', blamed: false }
  const crashes = input.crashes + 1
  if (crashes >= poisonCrashes) return { kind: 'dead', reason: 'poison' }
  if (input.failures + crashes >= input.maxAttempts) return { kind: 'dead', reason: 'exhausted' }
  return { kind: 'reclaim', blamed: true }
}
