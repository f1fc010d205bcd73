import { classifyError } from 'pawl'
import type { PollJob } from './poll-parts.ts'

/** Said by `job.fetch` when the whole service is away, or asks for patience: its circuit and its limits deal with that. */
const ofTheService = new Set(['source-deferred', 'source-unavailable', 'unknown-source', 'no-source'])

/** PostgreSQL's own, and ours: nothing that the source has done. */
const ofOurs = /^([0-9A-Z]{5}|no-connection|connection-lost|commit-unknown|lease-lost|cancelled|shutdown|suspended)$/

const mostCauses = 10

/** Whether a poll has failed for good, and for a reason that lies in this series and not in its service or in us. */
export function isFaultOfSeries(error: unknown, job: Pick<PollJob, 'attempt' | 'maxAttempts' | 'signal'>): boolean {
  if (job.signal.aborted && !isTimeout(job.signal.reason)) return false
  if (codesOf(error).some((code) => ofTheService.has(code) || ofOurs.test(code))) return false
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
