import type { Runner } from './runner.ts'
import { type Statement, statement } from './statement.ts'

const endings = statement('retention_endings')
const deadDiscard = statement('retention_dead_discard')
const deadRemove = statement('retention_dead_remove')
const progress = statement('retention_progress')
const dependencies = statement('retention_dependencies')
const steps = statement('retention_steps')
const keys = statement('retention_keys')

/** A dead letter is kept for `keepMs`, and as long as it is among the newest `keepCount` of its queue. */
export type DeadRetention = { readonly keepMs: number; readonly keepCount: number }

const batch = 1_000
/** In one run; the next goes on. */
const maxBatches = 50

/** Before a partition goes: jobs that wait for others must still learn which of those succeeded. */
export async function keepEndings(runner: Runner, partition: number): Promise<void> {
  await runner.run(endings, [partition])
}

/** Discards old dead letters of a queue and returns how many. */
export async function discardOldDead(
  runner: Runner,
  queue: string,
  { keepMs, keepCount }: DeadRetention,
): Promise<number> {
  return inBatches(async () => (await runner.run(deadDiscard, [queue, keepMs, keepCount, batch]))[0].discarded)
}

/** Dead letters that were decided on so long ago, and keys whose window has passed. */
export async function tidyDecided(runner: Runner, ageMs: number): Promise<void> {
  await inBatches(async () => (await runner.run(deadRemove, [ageMs, batch]))[0].removed)
  await inBatches(async () => (await runner.run(keys, [batch]))[0].removed)
}

/** Where to go on with each table, by job. */
export type TidyPlaces = { progress: number; dependencies: number; steps: number }

/**
 * After partitions have gone: the rows of their jobs that are in no partition. Goes on where it stood, as those of jobs that are
 * still there would be looked at again and again.
 */
export async function tidyJobs(runner: Runner, places: TidyPlaces): Promise<void> {
  places.progress = await tidyTable(runner, progress, places.progress)
  places.dependencies = await tidyTable(runner, dependencies, places.dependencies)
  places.steps = await tidyTable(runner, steps, places.steps)
}

async function tidyTable(runner: Runner, tidy: Statement, from: number): Promise<number> {
  let after = from
  for (let pages = 0; pages < maxBatches; pages++) {
    const [row] = await runner.run(tidy, [after, batch])
    if (row === undefined) return 0
    after = Number(row.last)
  }
  return after
}

async function inBatches(remove: () => Promise<number>): Promise<number> {
  let all = 0
  for (let batches = 0; batches < maxBatches; batches++) {
    const removed = await remove()
    all += removed
    if (removed < batch) break
  }
  return all
}
