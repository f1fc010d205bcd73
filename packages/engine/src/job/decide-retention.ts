/** A partition as far as time matters: since when it is in use and since when closed, in ms; null: not yet. */
export type AgedPartition = {
  readonly number: number
  readonly openedMs: number | null
  readonly closedMs: number | null
}

export type RetentionDecision = {
  /** In use for so long that the rest of its positions is skipped. */
  readonly close: number | undefined
  /** Kept for long enough, oldest first. */
  readonly due: readonly number[]
  /** How long until there is something to do. */
  readonly nextMs: number
}

/** Of the time that history is kept, the part that one partition covers: what is kept is at most this much too old. */
const slices = 8

export function sliceOf(keepMs: number): number {
  return keepMs / slices
}

/** Which partition to close, and which may go. A partition's time begins when its last position was given out. */
export function decideRetention(partitions: readonly AgedPartition[], keepMs: number): RetentionDecision {
  const inUse = partitions.find(({ openedMs, closedMs }) => openedMs !== null && closedMs === null)
  const untilClose = inUse === undefined ? Number.POSITIVE_INFINITY : sliceOf(keepMs) - inUse.openedMs!
  const closed = partitions.filter(({ closedMs }) => closedMs !== null)
  const due = closed.filter(({ closedMs }) => closedMs! >= keepMs)
  const untilDue = closed.filter(({ closedMs }) => closedMs! < keepMs).map(({ closedMs }) => keepMs - closedMs!)
  return {
    close: untilClose <= 0 ? inUse!.number : undefined,
    due: due.map(({ number }) => number),
    nextMs: Math.max(0, Math.min(untilClose, ...untilDue)),
  }
}
