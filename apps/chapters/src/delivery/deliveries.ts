import type { Job, Tx } from 'pawl'

/** Notifications that were just written: readers of one batch, about one chapter. */
export type ToldReaders = {
  readonly seriesId: number
  readonly chapterId: number
  readonly notificationIds: readonly number[]
}

/**
 * Takes notifications to where readers want them besides their feed: enqueues at most one job for each push subscription and
 * each webhook of these readers. It runs inside the transaction that wrote them, so each is delivered for once.
 */
export type Deliveries = (job: Pick<Job, 'enqueue' | 'enqueueMany'>, tx: Tx, told: ToldReaders) => Promise<void>
