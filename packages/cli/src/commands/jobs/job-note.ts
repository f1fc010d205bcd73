import type { JobView } from 'pawl'
import { clock } from '../../terminal/clock.ts'

/** What is worth knowing of a job just now, in a few words. */
export function jobNote({ status, error, progress, runAt, lockedBy, key }: JobView): string {
  if (status === 'running') return [`on ${lockedBy ?? '?'}`, progress === null ? '' : text(progress)].join(' ').trim()
  if (status === 'scheduled') return runAt === null ? 'waits for its group' : `runs at ${clock(runAt)}`
  if (status === 'retryable') return [runAt === null ? '' : `again at ${clock(runAt)}:`, text(error)].join(' ').trim()
  if (status === 'failed') return text(error)
  return key === null ? '' : `key ${key}`
}

function text(value: unknown): string {
  if (value === null || value === undefined) return ''
  const { message } = value as { message?: unknown }
  return typeof message === 'string' ? message : typeof value === 'string' ? value : JSON.stringify(value)
}
