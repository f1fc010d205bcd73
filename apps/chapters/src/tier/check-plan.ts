import type { Tier } from './tier.ts'

/** When a series at a source is looked at next, and as what. */
export type CheckPlan = {
  readonly tier: Tier
  readonly nextCheckAt: Date
  /** Failures in a row. */
  readonly failureCount: number
  /** Not looked at until then, unless a person asks for it. */
  readonly closedUntil: Date | null
}
