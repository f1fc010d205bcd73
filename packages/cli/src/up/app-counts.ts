import type { App } from '@pawl/app'
import type { QueueView } from 'pawl'
import { queuesOfApp } from '../queues-of-app.ts'

/** What the queues of one application hold, in one line. */
export type AppCounts = {
  readonly app: string
  readonly pending: number
  readonly running: number
  /** Waiting for a time, another job or the next attempt. */
  readonly delayed: number
  /** Attempts that ended in the last minute. */
  readonly perMinute: number
  /** How many of them failed. */
  readonly failed: number
  readonly dead: number
  readonly exact: boolean
}

export type DeadCount = { readonly queue: string; readonly count: number }

/** The counts of each application that has queues, in the order of the configuration. */
export function countByApp(
  apps: readonly App[],
  queues: readonly QueueView[],
  dead: readonly DeadCount[],
): readonly AppCounts[] {
  return apps.flatMap((app) => {
    const names = queuesOfApp(app)
    if (names.size === 0) return []
    const own = queues.filter(({ queue }) => names.has(queue))
    const sum = (pick: (view: QueueView) => number) => own.reduce((total, view) => total + pick(view), 0)
    return {
      app: app.name,
      pending: sum(({ pending }) => pending),
      running: sum(({ running }) => running),
      delayed: sum(({ scheduled, retryable }) => scheduled + retryable),
      perMinute: sum(({ perMinute }) => perMinute),
      failed: Math.round(sum(({ perMinute, errorRate }) => perMinute * (errorRate ?? 0))),
      dead: dead.filter(({ queue }) => names.has(queue)).reduce((total, { count }) => total + count, 0),
      exact: own.every(({ exact }) => exact),
    }
  })
}
