import type { Tier } from './tier.ts'

/** The priority of a job that polls a series of this tier: 0 goes first, 9 last. */
export const tierPriority: Readonly<Record<Tier, number>> = { HOT: 1, WARM: 2, COLD: 3 }
