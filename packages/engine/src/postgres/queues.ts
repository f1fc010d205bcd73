import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

const pause = statement('queue_pause')
const resume = statement('queue_resume')
const paused = statement('queues_paused')
const depth = statement('queue_depth')

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

export async function pausedQueues(runner: Runner): Promise<string[]> {
  return (await runner.run(paused)).map((row) => row.name)
}
