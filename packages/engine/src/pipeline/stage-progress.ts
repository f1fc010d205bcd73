/** What is counted of a stage. */
export type StageCounts = {
  readonly stage: string
  /** Waiting, running or failed. */
  readonly open: number
  readonly failed: number
  readonly done: number
  /** Of these, in the last minute. */
  readonly lately: number
  /** When its first and its last item came through. */
  readonly firstAt: Date | null
  readonly lastAt: Date | null
}

/** How a stage gets on. */
export type StageProgress = StageCounts & {
  readonly perSecond: number | null
  /** Until those that are under way are through, at the rate of the last minute. */
  readonly leftMs: number | null
  /** For people: `form: 12 under way, 300 done`. */
  readonly line: string
}

export function describeStage(counts: StageCounts): StageProgress {
  const { stage, open, failed, done, lately } = counts
  const perSecond = lately === 0 ? null : Math.round((lately * 100) / 60) / 100
  const underWay = open - failed
  return {
    ...counts,
    perSecond,
    leftMs: lately === 0 ? null : Math.round((underWay * 60_000) / lately),
    line: `${stage}: ${underWay} under way, ${done} done${failed === 0 ? '' : `, ${failed} failed`}`,
  }
}
