import type { AttemptView, ErrorRecord, JobState, JobView } from 'pawl'

/** Something that happened to a job. Its id is the same whoever asks and whenever: the position of the attempt and a rank. */
export type TimelineEvent = {
  readonly id: string
  readonly kind: 'enqueued' | 'lined-up' | 'running' | 'progress' | 'settled' | 'waiting' | 'ended'
  readonly at: Date | null
  readonly attempt?: number
  readonly outcome?: string
  readonly state?: JobState
  readonly worker?: string | null
  readonly durationMs?: number | null
  readonly runAt?: Date | null
  readonly error?: ErrorRecord | null
  readonly progress?: unknown
  readonly result?: unknown
}

/** What may happen to one attempt, in order. */
const ranks = { enqueued: 0, 'lined-up': 1, running: 2, progress: 3, settled: 4, waiting: 5, ended: 6 } as const

/** The life of a job as the ledger has it, oldest first. */
export function timeline(job: JobView, attempts: readonly AttemptView[]): TimelineEvent[] {
  const last = attempts.at(-1)
  const position = last?.position ?? 0
  const events: TimelineEvent[] = [{ id: id(0, 'enqueued'), kind: 'enqueued', at: job.createdAt }]
  // one that was moved to another partition came to nothing, and stands in line again
  for (const attempt of attempts) if (attempt.outcome !== 'moved') events.push(...ofAttempt(attempt))
  if (job.status === 'running') {
    events.push({ ...about(position, 'running', job.lockedAt), attempt: job.attempt, worker: job.lockedBy })
  }
  if (job.progress !== null) {
    const value = { ...about(position, 'progress', null), progress: job.progress }
    // before what the attempt came to: there is one value, and it was written while the attempt ran
    const settled = events.findIndex((event) => event.id === id(position, 'settled'))
    events.splice(settled === -1 ? events.length : settled, 0, value)
  }
  if (job.status === 'scheduled' || job.status === 'retryable') {
    events.push({ ...about(position, 'waiting', null), state: job.status, attempt: job.attempt, runAt: job.runAt })
  }
  if (job.finishedAt !== null) {
    const error = job.status === 'failed' ? { error: job.error as ErrorRecord | null } : {}
    const result = job.status === 'succeeded' ? { result: job.result } : {}
    events.push({ ...about(position, 'ended', job.finishedAt), state: job.status, ...error, ...result })
  }
  return events
}

function ofAttempt({
  position,
  number,
  runAt,
  outcome,
  settledAt,
  durationMs,
  error,
  worker,
}: AttemptView): TimelineEvent[] {
  const linedUp: TimelineEvent = { ...about(position, 'lined-up', runAt), attempt: number }
  if (outcome === null) return [linedUp]
  const came = { attempt: number, outcome, worker, durationMs, error: error as ErrorRecord | null }
  return [linedUp, { ...about(position, 'settled', settledAt), ...came }]
}

function about(
  position: number,
  kind: TimelineEvent['kind'],
  at: Date | null,
): Pick<TimelineEvent, 'id' | 'kind' | 'at'> {
  return { id: id(position, kind), kind, at }
}

function id(position: number, kind: TimelineEvent['kind']): string {
  return `${position}.${ranks[kind]}`
}

/** Whether an event comes after the one of this id, as somebody who was cut off last saw. */
export function isAfter(event: string, seen: string): boolean {
  const [position = 0, rank = 0] = event.split('.').map(Number)
  const [seenPosition = 0, seenRank = 0] = seen.split('.').map(Number)
  return position > seenPosition || (position === seenPosition && rank > seenRank)
}
