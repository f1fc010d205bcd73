import { type ScheduleSpec, sameSpec } from './schedule-spec.ts'

export type TakeOverInput = {
  /** What this process declares. */
  readonly mine: ScheduleSpec
  /** What the row says. */
  readonly standing: ScheduleSpec
  /** What the row said before. */
  readonly superseded: readonly ScheduleSpec[]
  /** How long nobody who declares the standing spec has been there. */
  readonly unattendedMs: number
}

/** stands: the row says the same. takes: this one replaces it. outdated: a newer one stands, and who declares it is there. */
export type TakeOver = 'stands' | 'takes' | 'outdated'

/** Whoever declares a spec attends to it more often; unattended for so long means that its release is gone. */
export const unattendedLimitMs = 30_000

/** So many are remembered: more releases than ever run side by side. */
const mostSuperseded = 10

/**
 * Of two releases that run side by side, the newer one's spec stands: the one that was not there before. An older one comes
 * back only when the newer release is gone, which is what a rollback is.
 */
export function decideTakeOver({ mine, standing, superseded, unattendedMs }: TakeOverInput): TakeOver {
  if (sameSpec(mine, standing)) return 'stands'
  const isOlder = superseded.some((spec) => sameSpec(spec, mine))
  return isOlder && unattendedMs < unattendedLimitMs ? 'outdated' : 'takes'
}

/** What the row remembers after a take-over. */
export function supersede({ mine, standing, superseded }: Omit<TakeOverInput, 'unattendedMs'>): ScheduleSpec[] {
  const others = superseded.filter((spec) => !sameSpec(spec, mine) && !sameSpec(spec, standing))
  return [...others, standing].slice(-mostSuperseded)
}
