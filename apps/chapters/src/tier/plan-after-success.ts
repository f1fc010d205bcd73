import type { CheckPlan } from './check-plan.ts'
import { decideTier } from './decide-tier.ts'
import type { TierRules } from './tier-rules.ts'

/** The source has answered: the series moves to the tier of what it publishes, and its failures are forgotten. */
export function planAfterSuccess(publishedAt: readonly Date[], now: Date, rules: TierRules): CheckPlan {
  const tier = decideTier(publishedAt, now, rules)
  const everyMs = { HOT: rules.hot, WARM: rules.warm, COLD: rules.cold }[tier].everyMs
  return { tier, nextCheckAt: new Date(now.getTime() + everyMs), failureCount: 0, closedUntil: null }
}
