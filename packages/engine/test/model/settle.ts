import { expect } from 'vitest'
import { decideFailure } from '../../src/job/decide-failure.ts'
import { handBack, settleDead, settleLater, settleSucceeded } from '../../src/postgres/settle.ts'
import type { Ledger } from './ledger.ts'
import type { Model, ModelAttempt, ModelWorker } from './model.ts'

export const settlements = ['succeed', 'retry', 'fail', 'defer', 'hand back'] as const
export type Settlement = (typeof settlements)[number]

type Decision = Exclude<Settlement, 'fail'> | 'permanent' | 'exhausted'

const error = { name: 'Error', message: 'x' }

/**
 * A worker settles attempts that it once took, in one go. Those that are open are settled; of those that somebody settled
 * before, nothing is written.
 */
export async function settle(
  model: Model,
  ledger: Ledger,
  worker: ModelWorker,
  attempts: readonly ModelAttempt[],
  settlement: Settlement,
): Promise<void> {
  const decided = [...attempts].sort(byPosition).map((attempt) => ({ attempt, decision: decide(attempt, settlement) }))
  for (const decision of new Set(decided.map((each) => each.decision))) {
    const group = decided.filter((each) => each.decision === decision).map(({ attempt }) => attempt)
    const open = group.filter((attempt) => model.isOpen(attempt))
    expect(await write(ledger, worker, group, decision)).toBe(open.length)
    for (const attempt of open) record(model, attempt, decision)
  }
}

/** What the handler's failure comes to is the pure core's decision; the rest is the worker's own. */
function decide({ job }: ModelAttempt, settlement: Settlement): Decision {
  if (settlement !== 'retry' && settlement !== 'fail') return settlement
  const { failures, crashes, maxAttempts } = job
  const errorClass = settlement === 'fail' ? 'permanent' : 'retryable'
  const counts = { failures, crashes, deferrals: 0, maxAttempts }
  const decision = decideFailure({ error, errorClass, ...counts, backoff: () => 0, random: 0 })
  return decision.kind === 'failed' ? decision.reason : 'retry'
}

/** Returns how many the ledger took. */
export function write(
  { runner, lane }: Pick<Ledger, 'runner' | 'lane'>,
  worker: ModelWorker,
  attempts: readonly ModelAttempt[],
  decision: Decision,
): Promise<number> {
  const items = attempts.map(({ pos, lease, job }) => ({ pos, lease, durationMs: 1, job }))
  switch (decision) {
    case 'succeed':
      return settleSucceeded(runner, worker, items)
    case 'retry':
      return settleLater(
        runner,
        worker,
        items.map((item) => ({ ...item, kind: 'retryable', delayMs: 0, error })),
      )
    case 'defer':
      return settleLater(
        runner,
        worker,
        items.map((item) => ({ ...item, kind: 'deferred', delayMs: 0, error: null })),
      )
    case 'hand back':
      return handBack(
        runner,
        worker,
        items.map((item) => ({ ...item, frontLane: lane(item.job.priority, backTo(item.job)).id })),
      )
    default:
      return settleDead(
        runner,
        worker,
        items.map((item) => ({ ...item, reason: decision, error })),
      )
  }
}

function record(model: Model, attempt: ModelAttempt, decision: Decision): void {
  const { job } = attempt
  switch (decision) {
    case 'succeed':
      model.settle(attempt, 'succeed', 'succeeded')
      break
    case 'retry':
      model.settle(attempt, 'retry', 'retryable')
      job.failures++
      job.startBefore = 'any time'
      job.place = 'line'
      break
    case 'defer':
      model.settle(attempt, 'defer', 'deferred')
      job.deferrals++
      if (job.place === 'front') job.place = 'line'
      break
    case 'hand back':
      model.settle(attempt, 'handBack', 'deferred')
      job.deferrals++
      model.lineUp(job, backTo(job))
      break
    default:
      model.settle(attempt, 'fail', 'failed')
      job.failures++
      model.bury(job, decision)
  }
}

/** What was in line goes to the front; a suspect stays one. */
function backTo({ place }: ModelAttempt['job']): ModelAttempt['job']['place'] {
  return place === 'line' ? 'front' : place
}

function byPosition(a: ModelAttempt, b: ModelAttempt): number {
  return a.pos - b.pos
}
