import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

/** What one attempt came to. */
export type OutcomeView = {
  /** Of its job. */
  readonly id: string
  readonly queue: string
  readonly type: string
  readonly attempt: number
  readonly outcome: 'succeeded' | 'retryable' | 'failed' | 'cancelled' | 'crashed' | 'deferred'
  readonly at: Date
  /** Until its commit began, for one that ended in `job.commit`; null for one that did not run to an end. */
  readonly durationMs: number | null
  readonly worker: string | null
  readonly error: { readonly name?: string; readonly message?: string; readonly class?: string } | null
}

/** How many attempts of a type came to this. */
export type OutcomeCount = Pick<OutcomeView, 'queue' | 'type' | 'outcome'> & {
  /** Of the error, where there was one that has been classified. */
  readonly errorClass: string | null
  readonly count: number
}

/** How many attempts of a type came to this after up to so long. Those without a run time are not among them. */
export type RunCount = Pick<OutcomeView, 'queue' | 'type' | 'outcome'> & {
  /** One of the bounds that were asked for; null: longer than all of them. */
  readonly upToMs: number | null
  readonly count: number
  /** How long they ran, together. */
  readonly ms: number
}

/** What attempts came to since a cursor. */
export type Outcomes = {
  /** All of them, counted. */
  readonly counts: readonly OutcomeCount[]
  /** How long they ran, where bounds were asked for. */
  readonly runs: readonly RunCount[]
  /** The newest ones, oldest first. */
  readonly outcomes: readonly OutcomeView[]
  /** How many were left out of `outcomes`. */
  readonly left: number
  /** The cursor was too old, or of another database: what happened since is not told, and this begins anew. */
  readonly missed: boolean
  /** For the next call. It can be kept, and passed to another process. */
  readonly cursor: string
}

/** Up to where somebody has followed: what this snapshot shows was told. Times are PostgreSQL's, as epoch in ms. */
export type OutcomesSeen = { readonly snapshot: string; readonly floorMs: number; readonly atMs: number }

const floor = statement('outcomes_floor')
const read = statement('outcomes_read')

/** Begin with this one, then read: in between others may write, and the floor is below what they write. */
export async function outcomesFloor(
  runner: Runner,
  snapshot: string | null,
): Promise<{ readonly floorMs: number; readonly nowMs: number; readonly isFuture: boolean }> {
  const [row] = await runner.run(floor, [snapshot])
  return { floorMs: row.floor_ms, nowMs: row.now_ms, isFuture: row.future }
}

type OutcomesAsked = {
  readonly limit: number
  /** A snapshot. */
  readonly until: string | undefined
  /** Of the run times. */
  readonly boundsMs: readonly number[] | undefined
}

/** Without anything seen it tells nothing but the snapshot. */
export async function outcomesSince(
  runner: Runner,
  seen: Pick<OutcomesSeen, 'snapshot' | 'floorMs'>,
  { limit, until, boundsMs }: OutcomesAsked,
): Promise<Pick<Outcomes, 'counts' | 'runs' | 'outcomes'> & { readonly snapshot: string }> {
  const [row] = await runner.run(read, [seen.snapshot, seen.floorMs, limit, until ?? null, boundsMs ?? null])
  const newest = row.newest as (Omit<OutcomeView, 'at'> & { readonly at: string })[]
  return {
    snapshot: row.snapshot,
    counts: row.counts,
    runs: row.runs,
    outcomes: newest.map((each) => ({ ...each, at: new Date(each.at) })),
  }
}
