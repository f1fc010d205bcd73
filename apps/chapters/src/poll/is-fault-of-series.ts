import { classifyError, isInterruption } from 'pawl'
import type { PollJob } from './poll-parts.ts'

/** The whole service is away, or the application has no such source: the source's circuit deals with the service. */
const ofTheService = new Set(['source-unavailable', 'unknown-source', 'no-source'])

const mostCauses = 10

/** Whether a poll has failed for good, for a reason that lies in this series and not in its service, in Pawl or in PostgreSQL. */
export function isFaultOfSeries(error: unknown, job: Pick<PollJob, 'attempt' | 'maxAttempts' | 'signal'>): boolean {
  if (job.signal.aborted && !isTimeout(job.signal.reason)) return false
  if (isInterruption(error) || codesOf(error).some((code) => ofTheService.has(code))) return false
  return job.attempt >= job.maxAttempts || classifyError(error) === 'permanent'
}

function isTimeout(reason: unknown): boolean {
  return (reason as { code?: unknown } | undefined)?.code === 'timeout'
}

function codesOf(error: unknown): string[] {
  const codes: string[] = []
  let at = error as { code?: unknown; cause?: unknown } | null | undefined
  for (let i = 0; i < mostCauses && typeof at === 'object' && at !== null; i++) {
    if (typeof at.code === 'string') codes.push(at.code)
    at = at.cause as typeof at
  }
  return codes
}
