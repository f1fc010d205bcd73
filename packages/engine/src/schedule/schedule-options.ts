import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Tx } from '../job/job.ts'
import type { JobDefinition } from '../job/job-definition.ts'
import type { EnqueuedRow, FireOptions, Missed, Overlap, Tick } from './schedule-definition.ts'

type CronTiming = {
  /** minute hour day month weekday, with the second before them if wanted. */
  readonly cron: string
  /** Whose clocks the pattern means, as in Europe/Berlin; UTC when left out. */
  readonly timeZone?: string
  readonly everyMs?: undefined
}

type IntervalTiming = { readonly everyMs: number; readonly cron?: undefined; readonly timeZone?: undefined }

/** A schedule that enqueues one job a tick. */
export type TickScheduleOptions<S extends StandardSchemaV1> = (CronTiming | IntervalTiming) & {
  readonly name: string
  readonly job: JobDefinition<S>
  readonly body: (tick: Tick) => StandardSchemaV1.InferInput<S> | Promise<StandardSchemaV1.InferInput<S>>
  /** What becomes of ticks that nobody was there to fire; `once` when left out. */
  readonly missed?: Missed
  /** Whether a tick fires while the job of the fire before has not ended; `allow` when left out. */
  readonly overlap?: Overlap
  /** What the tick says about its job, before what the job's type says. */
  readonly options?: (tick: Tick) => FireOptions
  readonly due?: undefined
  readonly batch?: undefined
  readonly enqueued?: undefined
}

/** A schedule that enqueues one job for each row that is due in a table of yours. */
export type DueScheduleOptions<S extends StandardSchemaV1, Row> = {
  readonly name: string
  readonly job: JobDefinition<S>
  /** How often the table is looked at. */
  readonly everyMs: number
  /**
   * Selects up to a number of rows that are due, and advances them, in the transaction that enqueues their jobs. A text is
   * one SQL statement that takes that number as $1.
   */
  readonly due: string | ((tx: Tx, limit: number) => Promise<readonly Row[]>)
  readonly body: (row: Row) => StandardSchemaV1.InferInput<S> | Promise<StandardSchemaV1.InferInput<S>>
  /** What a row says about its job, before what the job's type says: how urgent it is, whom it calls, what makes it one. */
  readonly options?: (row: Row) => FireOptions
  /**
   * Gets the rows of a batch with the ids of their jobs, in the same transaction and in the order of `due`: to write the id of a
   * job into its row. It is not called for an empty batch.
   */
  readonly enqueued?: (tx: Tx, rows: readonly EnqueuedRow<Row>[]) => Promise<void>
  /** Rows of one transaction; 1,000 when left out. A look goes on until a transaction finds fewer. */
  readonly batch?: number
}
