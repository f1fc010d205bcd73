export type ClaimSizeInput = {
  readonly freeSlots: number
  readonly concurrency: number
  readonly buffered: number
  /** Mean time of a handler, in ms; undefined until one has ended. */
  readonly meanMs: number | undefined
}

/** Work for about this long is kept ready in the process: some round trips' worth, so that slots need not wait for a claim. */
const aheadMs = 50
const maxAhead = 1_000

/**
 * How many attempts to claim for a pool: its free slots, and ahead of need what these will start within a moment. Where that is
 * less than one job nothing is taken ahead, so that slow jobs are never hoarded.
 */
export function claimSize({ freeSlots, concurrency, buffered, meanMs }: ClaimSizeInput): number {
  const ahead =
    meanMs === undefined ? 0 : Math.min(maxAhead, Math.floor((concurrency * aheadMs) / Math.max(meanMs, 0.01)))
  const wanted = freeSlots + ahead - buffered
  // a trickle of tiny claims costs more than it brings: refill when half is gone
  return wanted >= Math.max(1, freeSlots > 0 ? 1 : ahead / 2) ? wanted : 0
}
