import type { EnqueueOptions } from '../job/enqueue-options.ts'
import type { Tx } from '../job/job.ts'
import type { JobDefinition } from '../job/job-definition.ts'
import type { JobId } from '../job/job-id.ts'
import type { ScheduleSpec } from './schedule-spec.ts'

/** What becomes of ticks that nobody was there to fire: no job, one for all of them, or one each. */
export type Missed = 'skip' | 'once' | 'all'

/** What a tick does while the job of the fire before has not ended: fire all the same, or not. */
export type Overlap = 'allow' | 'skip'

/** What a schedule's body is made from. */
export type Tick = {
  readonly schedule: string
  /** The instant for which the schedule fires; the job may run later. By hand: when it was asked for. */
  readonly at: Date
  /** Ticks just before this one that got no job. */
  readonly missed: number
  readonly byHand: boolean
}

/** What one fire says about its job. */
export type FireOptions = Pick<EnqueueOptions, 'priority' | 'key' | 'group' | 'startBefore'> & {
  readonly source?: string
}

/** A row that was due, with the id of its job. Where a key was held, it is the job that holds it. */
export type EnqueuedRow<Row> = { readonly row: Row; readonly id: JobId }

/** A schedule as the engine knows it: checked, with every default filled in. Made by `defineSchedule`. */
export type ScheduleDefinition = {
  readonly name: string
  readonly spec: ScheduleSpec
  readonly job: JobDefinition
  readonly missed: Missed
  readonly overlap: Overlap
  /** Rows of one look, which is one transaction. */
  readonly batch: number
  /** Selects what is due, so many rows at the most, and advances it. */
  readonly due?: (tx: Tx, limit: number) => Promise<readonly unknown[]>
  /** From a tick, or from a row that is due. */
  body(from: unknown): unknown
  /** The same for what is said about the job. */
  readonly options?: (from: unknown) => FireOptions
  /** Gets the rows of one batch with the ids of their jobs, in the transaction that enqueued them. */
  readonly enqueued?: (tx: Tx, rows: readonly EnqueuedRow<unknown>[]) => Promise<void>
}
