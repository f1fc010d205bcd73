import type { CheckPlan } from './check-plan.ts'
import type { FailureRules } from './tier-rules.ts'

/**
 * A poll has failed for a reason of the series' own. It goes to the end of the line, and after so many failures in a row it is
 * closed off. An outage of the whole service never comes here: that is the circuit of its source.
 */
export function planAfterFailure(failuresBefore: number, now: Date, rules: FailureRules): CheckPlan {
  const failureCount = failuresBefore + 1
  const isClosed = failureCount >= rules.closeAfter
  const waitMs = isClosed ? Math.max(rules.retryMs, rules.closeMs) : rules.retryMs
  return {
    tier: 'COLD',
    nextCheckAt: new Date(now.getTime() + waitMs),
    failureCount,
    closedUntil: isClosed ? new Date(now.getTime() + rules.closeMs) : null,
  }
}
