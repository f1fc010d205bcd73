import { longestTimerMs } from '../longest-timer-ms.ts'

const firstMs = 1_000
const growth = 4
/** A job enters the quarantine with its second crash in a row. */
const firstQuarantine = 2
/** What the suspects that wait share. */
const sharedMs = 10_000

export type WindowInput = {
  /** How many attempts of the job in a row were lost with their worker. */
  readonly crashesInARow: number
  /** How many other suspects wait for the quarantine. */
  readonly waiting: number
}

/**
 * How long a suspect keeps the quarantine: 1 s, 4 s, 16 s, … with each further crash of its job in a row, so that a job that needs a
 * minute or an hour to kill its process is found as well. While others wait it is shorter: after a series of kills hundreds of
 * suspects that do no harm cost a second each, and a job that does harm runs in the end when they are through.
 */
export function quarantineWindowMs({ crashesInARow, waiting }: WindowInput): number {
  const ownMs = Math.min(longestTimerMs, firstMs * growth ** Math.max(0, crashesInARow - firstQuarantine))
  return waiting === 0 ? ownMs : Math.min(ownMs, Math.max(firstMs, sharedMs / waiting))
}
