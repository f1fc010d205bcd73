import { dueTicks } from './due-ticks.ts'
import type { Missed, Overlap } from './schedule-definition.ts'
import type { ScheduleSpec } from './schedule-spec.ts'
import { ticker } from './ticker.ts'

export type FireInput = {
  readonly spec: ScheduleSpec
  readonly missed: Missed
  readonly overlap: Overlap
  /** The first tick that was not handled; it has come. */
  readonly nextAt: Date
  readonly now: Date
  /** The job of the fire before has not ended. */
  readonly busy: boolean
}

/** Ticks that get no job: nobody was there in time, or the job of the fire before had not ended. */
export type Miss = {
  readonly reason: 'late' | 'overlap'
  /** 100 stands for that many or more. */
  readonly count: number
  readonly from: Date
  readonly to: Date
}

export type FireDecision = {
  /** Each gets a job. */
  readonly ticks: readonly Date[]
  readonly misses: readonly Miss[]
  /** The newest tick that this decides on. */
  readonly handled: Date
  readonly nextAt: Date
}

/** Later than this, a tick has been missed. A process that dies is replaced within this time, so that its tick has not. */
export const graceMs = 60_000

/** What becomes of the ticks that have come. */
export function decideFire(input: FireInput): FireDecision {
  const { spec, missed, nextAt, now } = input
  const tick = ticker(spec, nextAt)
  const { first, latest } = dueTicks(tick, nextAt, now)
  if (missed === 'all' && spec.kind !== 'due') {
    const handled = first.at(-1)!
    return { ...keepApart(input, first, []), handled, nextAt: tick(handled) }
  }
  // one look finds all that is due, so a look that did not take place is not missed
  if (spec.kind === 'due') return { ticks: [latest], misses: [], handled: latest, nextAt: tick(latest) }
  const tooLate = missed === 'skip' && now.getTime() - latest.getTime() > graceMs
  const late = first.filter((at) => tooLate || at < latest)
  return { ...keepApart(input, tooLate ? [] : [latest], late), handled: latest, nextAt: tick(latest) }
}

/** Two jobs of a schedule without overlap must not be there at once: of several ticks the newest gets one. */
function keepApart(
  { overlap, busy }: FireInput,
  ticks: readonly Date[],
  late: readonly Date[],
): Pick<FireDecision, 'ticks' | 'misses'> {
  const kept = overlap === 'allow' ? ticks : busy ? [] : ticks.slice(-1)
  const overlapping = ticks.slice(0, ticks.length - kept.length)
  return { ticks: kept, misses: [...miss('late', late), ...miss('overlap', overlapping)] }
}

function miss(reason: Miss['reason'], ticks: readonly Date[]): Miss[] {
  return ticks.length === 0 ? [] : [{ reason, count: ticks.length, from: ticks[0]!, to: ticks.at(-1)! }]
}
