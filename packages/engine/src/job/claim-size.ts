export type ClaimSizeInput = {
  readonly freeSlots: number
  readonly concurrency: number
  readonly buffered: number
  /** Mean time of a handler, in ms; undefined until one has ended. */
  readonly meanMs: number | undefined
}

/**
 * Work for about this long is kept ready in the process, so that slots need not wait for a claim. Jobs that were claimed together end
 * together: with less than one for each slot, some would.
 */
const aheadMs = 100
const maxAhead = 1_000
/** Of handlers that take longer nothing is taken ahead, however many slots there are: all may be at their beginning. */
const slowMs = 250

/**
 * How many attempts to claim for a pool: its free slots, and ahead of need what these will start within a moment. Slow jobs are
 * never hoarded.
 */
export function claimSize({ freeSlots, concurrency, buffered, meanMs }: ClaimSizeInput): number {
  const ahead =
    meanMs === undefined || meanMs > slowMs
      ? 0
      : Math.min(maxAhead, Math.floor((concurrency * aheadMs) / Math.max(meanMs, 0.01)))
  const wanted = freeSlots + ahead - buffered
  // a trickle of tiny claims costs more than it brings: refill when half is gone
  return wanted >= Math.max(1, freeSlots > 0 ? 1 : ahead / 2) ? wanted : 0
}
