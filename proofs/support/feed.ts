import { setTimeout as pause } from 'node:timers/promises'
import type { Pawl } from 'pawl'
import type { effectJobs } from './effect-jobs.ts'

export type Fed = { readonly accepted: readonly number[]; readonly unacknowledged: readonly number[] }

export type FeedOptions = {
  readonly pawl: Pawl
  readonly job: ReturnType<typeof effectJobs>['effect']
  readonly total: number
  /** How many may have been accepted by now. */
  readonly allowed: () => number
  readonly signal: AbortSignal
}

const batch = 100

/**
 * Enqueues until so many jobs were accepted. An enqueue that fails because PostgreSQL is away may have been committed all the
 * same, so its numbers are put aside as unacknowledged and never used again.
 */
export async function feed({ pawl, job, total, allowed, signal }: FeedOptions): Promise<Fed> {
  const accepted: number[] = []
  const unacknowledged: number[] = []
  let next = 1
  while (accepted.length < total) {
    signal.throwIfAborted()
    if (accepted.length >= allowed()) {
      await pause(20, undefined, { signal })
      continue
    }
    const numbers = Array.from({ length: Math.min(batch, total - accepted.length) }, () => next++)
    try {
      await pawl.enqueueMany(
        job,
        numbers.map((n) => ({ n })),
      )
      accepted.push(...numbers)
    } catch {
      unacknowledged.push(...numbers)
      await pause(200, undefined, { signal })
    }
  }
  return { accepted, unacknowledged }
}
