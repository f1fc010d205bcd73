import { isDeferralLoop } from '../../job/is-deferral-loop.ts'
import type { Events } from '../events.ts'
import type { Attempt } from './attempt.ts'
import type { Settlement } from './settlement.ts'

/** Counts a settlement that was written, and tells of it if somebody listens. */
export function announceSettlement(events: Events, attempt: Attempt, settlement: Settlement, durationMs: number): void {
  if (settlement.kind === 'lost') return
  const outcome = outcomeOf(settlement.kind)
  events.counts.settle(attempt.definition, outcome, 'errorClass' in settlement ? settlement.errorClass : undefined)
  if (events.heard('job.settle')) {
    events.emit('job.settle', { ...attempt.about, outcome, durationMs, ...why(settlement) })
  }
  // a deferral with a code has another cause than the handler
  if (settlement.kind === 'deferred' && settlement.code === undefined) {
    const deferrals = attempt.deferrals + 1
    const { delayMs, reason } = settlement
    if (isDeferralLoop(deferrals)) events.emit('job.defer-loop', { ...attempt.about, deferrals, delayMs, reason })
  }
  if (settlement.kind === 'failed') {
    const { type, queue } = attempt.lane
    events.emit('job.dead', { id: attempt.id, type, queue, reason: settlement.reason })
  }
}

function outcomeOf(kind: Exclude<Settlement['kind'], 'lost'>): 'succeeded' | 'retryable' | 'failed' | 'deferred' {
  if (kind === 'committed') return 'succeeded'
  return kind === 'handBack' || kind === 'suspended' ? 'deferred' : kind
}

function why(settlement: Settlement): object {
  switch (settlement.kind) {
    case 'handBack':
      return { delayMs: 0, reason: 'handed back' }
    case 'succeeded':
      return {}
    case 'suspended':
      return { delayMs: settlement.delayMs, reason: settlement.reason }
    default: {
      const { kind, ...rest } = settlement
      return rest
    }
  }
}
