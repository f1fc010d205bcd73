/** What is counted of a stage. */
export type StageCounts = {
  readonly stage: string
  /** Waiting, running or failed. */
  readonly open: number
  readonly failed: number
  /** How many came through in the time that was asked for. */
  readonly done: number
  /** Of these, in the last minute. */
  readonly lately: number
  /** When the first and the last of these came through. */
  readonly firstAt: Date | null
  readonly lastAt: Date | null
}

/** How a stage gets on. */
export type StageProgress = StageCounts & {
  readonly perSecond: number | null
  /** Until those that are under way are through, at the rate of the last minute. */
  readonly leftMs: number | null
  /** For people: `form: 12 under way, 300 done in 24 h`. */
  readonly line: string
}

export function describeStage(counts: StageCounts, withinMs: number): StageProgress {
  const { stage, open, failed, done, lately } = counts
  const perSecond = lately === 0 ? null : Math.round((lately * 100) / 60) / 100
  const underWay = open - failed
  return {
    ...counts,
    perSecond,
    leftMs: lately === 0 ? null : Math.round((underWay * 60_000) / lately),
    line: `${stage}: ${underWay} under way, ${done} done in ${span(withinMs)}${failed === 0 ? '' : `, ${failed} failed`}`,
  }
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The largest unit of which there are at least two. */
function span(ms: number): string {
  if (ms >= 2 * dayMs) return `${Math.round(ms / dayMs)} days`
  if (ms >= 2 * hourMs) return `${Math.round(ms / hourMs)} h`
  return ms >= 2 * minuteMs ? `${Math.round(ms / minuteMs)} min` : `${Math.ceil(ms / 1_000)} s`
}
