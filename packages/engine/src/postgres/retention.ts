import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

const endings = statement('retention_endings')
const deadDiscard = statement('retention_dead_discard')
const deadRemove = statement('retention_dead_remove')
const progress = statement('retention_progress')
const dependencies = statement('retention_dependencies')
const steps = statement('retention_steps')
const keys = statement('retention_keys')

const batch = 1_000

/** Before a partition goes: jobs that wait for others must still learn which of those succeeded. */
export async function keepEndings(runner: Runner, partition: number): Promise<void> {
  await runner.run(endings, [partition])
}

/** Returns how many were discarded, a batch at the most. */
export async function discardOldDead(runner: Runner, ageMs: number): Promise<number> {
  return (await runner.run(deadDiscard, [ageMs, batch]))[0].discarded
}

/** Dead letters that were decided on so long ago, and keys whose window has passed; a batch at the most. */
export async function tidyDecided(runner: Runner, ageMs: number): Promise<void> {
  await runner.run(deadRemove, [ageMs, batch])
  await runner.run(keys, [batch])
}

/** After a partition has gone: the rows of its jobs that are in no partition. */
export async function tidyJobs(runner: Runner): Promise<void> {
  await runner.run(progress, [batch])
  await runner.run(dependencies, [batch])
  await runner.run(steps, [batch])
}
