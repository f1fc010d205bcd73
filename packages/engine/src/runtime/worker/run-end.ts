import type { RunEnd } from '../../job/tracing.ts'
import type { Settlement } from './settlement.ts'

/** What a settlement means to who traces the run. */
export function runEnd(settlement: Settlement): RunEnd {
  switch (settlement.kind) {
    case 'retryable':
    case 'failed':
      return { outcome: settlement.kind, error: settlement.error }
    case 'committed':
      return { outcome: 'succeeded' }
    case 'handBack':
    case 'suspended':
      return { outcome: 'deferred' }
    default:
      return { outcome: settlement.kind }
  }
}
