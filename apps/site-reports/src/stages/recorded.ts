import { classifyError, PermanentError, SourceDeferredError, type StageItem, type StageJob } from 'pawl'
import { ReportFailure } from '../failure/report-failure.ts'
import type { ReportUsage } from '../report/report.ts'
import { storable } from '../sources/model/storable.ts'
import { countRetry, endReport, spendOnReport } from '../tables/report-progress.ts'
import { reportOfItem } from './report-item.ts'

export type ReportInput = { readonly address: string }

/** What a run has paid for so far; nothing when it has asked no model. */
export type Spent = { usage?: ReportUsage }

type Run<Result, More extends unknown[] = []> = (
  item: StageItem<ReportInput>,
  job: StageJob,
  ...more: More
) => Promise<Result>

/** What this engine does to an attempt, and PostgreSQL: nothing that a report has to do with. */
const ofOurs = /^([0-9A-Z]{5}|no-connection|connection-lost|commit-unknown|lease-lost|cancelled|shutdown|suspended)$/

/**
 * A stage whose failures are on record: those that are worth another try are counted, and the last one ends the report with its
 * reason, and with what it has cost all the same.
 */
export function recorded<Result>(run: Run<Result, [spent: Spent]>): Run<Result> {
  return async (item, job) => {
    const spent: Spent = {}
    try {
      return await run(item, job, spent)
    } catch (error) {
      if (isOurs(error, job)) throw error
      const isLast = isPermanent(error) || job.attempt >= job.maxAttempts
      const id = reportOfItem(item.item)
      await job.transaction(async (tx) => {
        if (!isLast) return countRetry(tx, id)
        // false: an attempt that died after this has done it
        const hasEnded = await endReport(tx, id, 'failed', reasonOf(error))
        if (hasEnded && spent.usage !== undefined) await spendOnReport(tx, id, spent.usage)
      })
      if (isPermanent(error)) throw new PermanentError((error as Error).message, { cause: error })
      throw error
    }
  }
}

function isOurs(error: unknown, { signal }: StageJob): boolean {
  if (error instanceof SourceDeferredError) return true
  if (signal.aborted && codeOf(signal.reason) !== 'timeout') return true
  return ofOurs.test(codeOf(error))
}

function isPermanent(error: unknown): boolean {
  return error instanceof ReportFailure ? !error.isPassing : classifyError(error) === 'permanent'
}

function reasonOf(error: unknown): { readonly code: string; readonly message: string } {
  const message = error instanceof Error ? error.message : String(error)
  return {
    code: error instanceof ReportFailure ? error.code : codeOf(error) || 'failed',
    message: storable(message.slice(0, 2_000)),
  }
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}
