import type { Ticker } from './ticker.ts'

/** So many ticks are taken at a time, and counted at the most: a cron tick costs some 0.1 ms to find. */
export const mostTicks = 100

export type DueTicks = {
  /** From the first on, `mostTicks` of them at the most. */
  readonly first: readonly Date[]
  /** The newest that is due. */
  readonly latest: Date
}

/** The ticks that are due: from `nextAt`, the first that was not handled, up to now. */
export function dueTicks(tick: Ticker, nextAt: Date, now: Date): DueTicks {
  const first = [nextAt]
  for (let at = tick(nextAt); at <= now; at = tick(at)) {
    if (first.length === mostTicks) return { first, latest: latestTick(tick, at, now) }
    first.push(at)
  }
  return { first, latest: first.at(-1)! }
}

/** By bisection: after a long absence the ticks between are too many to be walked. `due` is one that has come. */
function latestTick(tick: Ticker, due: Date, now: Date): Date {
  let before = due.getTime()
  let beyond = now.getTime()
  let latest = due
  while (beyond - before > 1) {
    const middle = Math.floor((before + beyond) / 2)
    const found = tick(new Date(middle))
    if (found <= now) {
      before = middle
      latest = found
    } else beyond = middle
  }
  return latest
}
