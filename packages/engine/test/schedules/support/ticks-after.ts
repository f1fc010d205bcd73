import { cronTicker } from '../../../src/schedule/cron-ticker.ts'

/** The ticks after an instant, in UTC. */
export function ticksAfter(cron: string, timeZone: string, after: string, count: number): string[] {
  const next = cronTicker(cron, timeZone)
  const found: string[] = []
  for (let at = next(new Date(after)); found.length < count; at = next(at)) found.push(at.toISOString().slice(0, 16))
  return found
}
