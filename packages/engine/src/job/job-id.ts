import { show } from '../check-options.ts'
import { PawlError } from '../errors.ts'

/** An opaque name of a job. Never all digits, so that no tool takes it for a number or a row's position. */
export type JobId = `job_${string}`

export function jobId(position: number): JobId {
  return `job_${position}`
}

export function jobPosition(id: string): number {
  const digits = /^job_([1-9]\d{0,15})$/.exec(id)?.[1]
  if (digits === undefined) {
    throw new PawlError(
      'invalid-job-id',
      `a job id looks like 'job_123'; got ${show(id)}. Pass the id that enqueue returned.`,
    )
  }
  return Number(digits)
}
