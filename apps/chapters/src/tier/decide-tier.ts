import type { Tier } from './tier.ts'
import type { TierRules } from './tier-rules.ts'

/**
 * The tier of a series at a source, by when its newest chapters were published there. What has yet to be published says nothing:
 * a series with a date in next year is as silent as it was.
 */
export function decideTier(publishedAt: readonly Date[], now: Date, { hot, warm }: TierRules): Tier {
  const within = (ms: number) => publishedAt.filter((at) => at <= now && at.getTime() > now.getTime() - ms).length
  if (within(hot.withinMs) >= hot.chapters) return 'HOT'
  return within(warm.withinMs) > 0 ? 'WARM' : 'COLD'
}
