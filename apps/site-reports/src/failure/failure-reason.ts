import { classifyError, isInterruption, type StageJob } from 'pawl'
import { storable } from '../sources/model/storable.ts'
import { ReportFailure } from './report-failure.ts'

/** Why there is no report: a word for programs, a sentence for people. */
export type FailureReason = { readonly code: string; readonly message: string }

/** Whether the engine ended the attempt, and neither the site nor the model nor a fault of this code. */
export function isOurs(error: unknown, { signal }: StageJob): boolean {
  if (signal.aborted && codeOf(signal.reason) !== 'timeout') return true
  return !(error instanceof ReportFailure) && isInterruption(error)
}

export function isPermanent(error: unknown): boolean {
  return error instanceof ReportFailure ? !error.isPassing : classifyError(error) === 'permanent'
}

export function reasonOf(error: unknown): FailureReason {
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
