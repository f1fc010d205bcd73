import type { JobView, SourceView } from 'pawl'
import { clock } from '../../terminal/clock.ts'

/** Its source decides whether it starts. */
export const waitsForSource = ({ status, source }: JobView): boolean => status === 'pending' && source !== null

/** What is worth knowing of a job just now, in a few words. */
export function jobNote(job: JobView, sources: readonly SourceView[]): string {
  const { status, error, progress, runAt, lockedBy, key } = job
  const source = waitsForSource(job) ? sources.find(({ name }) => name === job.source) : undefined
  const obstacle = source === undefined ? undefined : obstacleOf(source)
  if (obstacle !== undefined) return `waits for ${job.source}: ${obstacle}`
  if (status === 'running') return [`on ${lockedBy ?? '?'}`, progress === null ? '' : text(progress)].join(' ').trim()
  if (status === 'scheduled') return runAt === null ? 'waits for its group' : `runs at ${clock(runAt)}`
  if (status === 'retryable') return [runAt === null ? '' : `again at ${clock(runAt)}:`, text(error)].join(' ').trim()
  if (status === 'failed') return text(error)
  return key === null ? '' : `key ${key}`
}

function obstacleOf({ state, pausedUntil, probeAt }: SourceView): string | undefined {
  if (state === 'paused') return pausedUntil instanceof Date ? `paused until ${clock(pausedUntil)}` : 'paused'
  if (state === 'closed') return undefined
  return probeAt === null ? 'its circuit is open' : `its circuit is open, probe at ${clock(probeAt)}`
}

function text(value: unknown): string {
  if (value === null || value === undefined) return ''
  const { message } = value as { message?: unknown }
  return typeof message === 'string' ? message : typeof value === 'string' ? value : JSON.stringify(value)
}
