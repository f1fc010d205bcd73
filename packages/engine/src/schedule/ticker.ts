import { cronTicker } from './cron-ticker.ts'
import type { ScheduleSpec } from './schedule-spec.ts'

/** The first tick after an instant. */
export type Ticker = (after: Date) => Date

/** The ticks of a spec. Those of an interval lie on a grid; `anchor` is a point of it. */
export function ticker(spec: ScheduleSpec, anchor: Date): Ticker {
  if (spec.kind === 'cron') return cronTicker(spec.cron, spec.timeZone)
  const { everyMs } = spec
  const start = anchor.getTime()
  return (after) => new Date(start + (Math.floor((after.getTime() - start) / everyMs) + 1) * everyMs)
}
