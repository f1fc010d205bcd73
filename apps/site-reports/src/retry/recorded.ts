import { type Backoff, PermanentError, RetryAfterError, type StageItem, type StageJob, type Tx } from 'pawl'
import { type FailureReason, isOurs, isPermanent, reasonOf } from '../failure/failure-reason.ts'
import { lostAttempts } from '../failure/lost-attempts.ts'
import type { ReportUsage } from '../report/report.ts'
import { reportOfItem } from '../report/report-item.ts'
import { beginAttempt, countRetry, endReport, spendOnReport } from '../tables/report-progress.ts'

export type ReportInput = { readonly address: string }

/** What a run has paid for so far; nothing when it has asked no model. */
export type Spent = { usage?: ReportUsage }

/** How often a report is tried again, in all stages together. */
export type RetryRule = { readonly retries: number; readonly backoff: Backoff }

type Run<Result, More extends unknown[] = []> = (
  item: StageItem<ReportInput>,
  job: StageJob,
  ...more: More
) => Promise<Result>

/**
 * A stage that keeps the retries of its report. Each attempt that fails, that runs out of time or whose worker dies counts one
 * retry of the report, whatever the stage. Past the limit the report ends with the last error, and with what it has cost.
 */
export function recorded<Result>(rule: RetryRule, run: Run<Result, [spent: Spent]>): Run<Result> {
  return async (item, job) => {
    const id = reportOfItem(item.item)
    await begin(id, item.stage, job, rule)
    const spent: Spent = {}
    try {
      return await run(item, job, spent)
    } catch (error) {
      if (isOurs(error, job)) throw error
      throw await failed(id, error, job, rule, spent)
    }
  }
}

/**
 * Counts the attempt before this one, if that was lost: its worker died, or it ran out of time and did not return. A report that an
 * earlier attempt of this job has ended is not tried again: where time ran out the engine goes on, whatever that attempt threw.
 */
async function begin(id: number, stage: string, job: StageJob, rule: RetryRule): Promise<void> {
  const { own, lost } = lostAttempts(await job.attempts())
  const last = lost.at(-1)?.reason
  const isOver = await job.transaction(async (tx) => {
    const begun = { stage, attempt: own, lost: lost.map(({ position }) => position) }
    const { wasLost, hasFailed } = await beginAttempt(tx, id, begun)
    if (last === undefined) return false
    return hasFailed || (wasLost && (await countOrEnd(tx, id, rule, last)) === 'ended')
  })
  if (isOver) throw new PermanentError(`no retries are left: ${last?.message}`)
}

/** Records a failure. Returns the error that makes the engine follow: a later attempt, or none. */
async function failed(id: number, error: unknown, job: StageJob, rule: RetryRule, spent: Spent): Promise<Error> {
  const reason = reasonOf(error)
  const counted = await job.transaction(async (tx) => {
    const counted = isPermanent(error) ? await end(tx, id, reason) : await countOrEnd(tx, id, rule, reason)
    if (counted === 'ended' && spent.usage !== undefined) await spendOnReport(tx, id, spent.usage)
    return counted
  })
  const message = error instanceof Error ? error.message : String(error)
  if (typeof counted !== 'number') return new PermanentError(message, { cause: error })
  const delayMs = rule.backoff({ failures: counted, random: Math.random(), error })
  return new RetryAfterError(delayMs, message, { cause: error })
}

type Counted = number | 'ended' | 'had ended'

/** The retries of the report with this one. */
async function countOrEnd(tx: Tx, id: number, { retries }: RetryRule, reason: FailureReason): Promise<Counted> {
  return (await countRetry(tx, id, retries)) ?? (await end(tx, id, reason))
}

/** A report that an earlier attempt has ended, or a person has cancelled, stays as it is. */
async function end(tx: Tx, id: number, reason: FailureReason): Promise<Counted> {
  return (await endReport(tx, id, 'failed', reason)) ? 'ended' : 'had ended'
}
