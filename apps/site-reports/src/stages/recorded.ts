import { classifyError, PermanentError, SourceDeferredError, type StageItem, type StageJob } from 'pawl'
import { ReportFailure } from '../failure/report-failure.ts'
import { storable } from '../sources/model/storable.ts'
import { countRetry, endReport } from '../tables/report-progress.ts'
import { reportOfItem } from './report-item.ts'

export type ReportInput = { readonly address: string }

/** What this engine does to an attempt, and PostgreSQL: nothing that a report has to do with. */
const ofOurs = /^([0-9A-Z]{5}|no-connection|connection-lost|commit-unknown|lease-lost|cancelled|shutdown|suspended)$/

/**
 * A stage whose failures are on record: those that are worth another try are counted, and the last one ends the report with its
 * reason.
 */
export function recorded<Result>(
  run: (item: StageItem<ReportInput>, job: StageJob) => Promise<Result>,
): (item: StageItem<ReportInput>, job: StageJob) => Promise<Result> {
  return async (item, job) => {
    try {
      return await run(item, job)
    } catch (error) {
      if (isOurs(error, job)) throw error
      const isLast = isPermanent(error) || job.attempt >= job.maxAttempts
      const id = reportOfItem(item.item)
      await job.transaction(async (tx) => {
        if (isLast) await endReport(tx, id, 'failed', reasonOf(error))
        else await countRetry(tx, id)
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
