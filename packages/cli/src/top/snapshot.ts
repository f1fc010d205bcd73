import type { Pawl, QueueView, SourceView, WorkerView } from 'pawl'

/** What the screen shows, as it was at one time. */
export type Snapshot = {
  readonly at: Date
  readonly queues: readonly QueueView[]
  readonly workers: readonly WorkerView[]
  readonly sources: readonly SourceView[]
  /** That nobody has decided on. */
  readonly deadLetters: number
}

export async function takeSnapshot(pawl: Pawl): Promise<Snapshot> {
  const queues = await pawl.queues.list()
  const workers = await pawl.workers.list()
  const sources = await pawl.sources.list()
  const dead = await pawl.deadLetters.counts()
  return { at: new Date(), queues, workers, sources, deadLetters: dead.reduce((sum, { count }) => sum + count, 0) }
}
