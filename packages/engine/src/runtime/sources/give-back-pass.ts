import type { Attempt } from '../worker/attempt.ts'
import type { SourceTeller } from './source-teller.ts'

/** An attempt is settled: what it had of its source and did not use is for others. */
export function giveBackPass(teller: SourceTeller, attempt: Attempt): void {
  const { pass, claimedAt, lane } = attempt
  if (pass === undefined) return
  attempt.pass = undefined
  if (pass === 'spare') return
  if (pass === 'probe') teller.note({ source: lane.source, kind: 'probe' })
  teller.count('returned', lane.source, claimedAt)
}
