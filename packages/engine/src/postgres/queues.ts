import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

const pause = statement('queue_pause')
const resume = statement('queue_resume')
const paused = statement('queues_paused')
const depth = statement('queue_depth')
const names = statement('queue_names')

const list = statement('queues_list')

const countUpTo = 10_000

/** `exact` up to ten thousand of each kind; beyond that the rest of a line is estimated. */
export type QueueDepth = {
  /** In line and not started, those that wait for a slot of their group included. */
  readonly pending: number
  /** Waiting for their time: enqueued for later, to be retried, deferred. */
  readonly scheduled: number
  readonly running: number
  readonly exact: boolean
}

/** A queue as people see it. */
export type QueueView = {
  readonly queue: string
  readonly paused: boolean
  /** In line and not started, those that wait for a slot of their group included. */
  readonly pending: number
  /** Waiting for their time, or for other jobs to end. */
  readonly scheduled: number
  /** Waiting to be tried again. */
  readonly retryable: number
  readonly running: number
  /** All were counted; otherwise there are more than a thousand somewhere, and the rest is estimated. */
  readonly exact: boolean
  /** How long the first one in line has waited; null when there is none. */
  readonly oldestAgeMs: number | null
  /** Attempts that ended in the last minute, well or not. */
  readonly perMinute: number
  /** The share of those that failed; null when none ended. */
  readonly errorRate: number | null
}

/** Counted for each queue, each time. */
const listCountsUpTo = 1_000

export async function listQueues(runner: Runner): Promise<QueueView[]> {
  return (await runner.run(list, [listCountsUpTo])).map(({ ended, failed, oldest_age_ms, ...row }) => ({
    ...row,
    oldestAgeMs: oldest_age_ms,
    perMinute: ended,
    errorRate: ended === 0 ? null : failed / ended,
  }))
}

export async function queueDepth(runner: Runner, queue: string): Promise<QueueDepth> {
  const [{ pending, scheduled, running, exact }] = await runner.run(depth, [queue, countUpTo])
  return { pending, scheduled, running, exact }
}

export async function pauseQueue(runner: Runner, queue: string): Promise<void> {
  await runner.run(pause, [queue])
}

export async function resumeQueue(runner: Runner, queue: string): Promise<void> {
  await runner.run(resume, [queue])
}

/** The names of the queues that `listQueues` lists. */
export async function queueNames(runner: Runner): Promise<string[]> {
  return (await runner.run(names)).map((row) => row.name)
}

export async function pausedQueues(runner: Runner): Promise<string[]> {
  return (await runner.run(paused)).map((row) => row.name)
}
