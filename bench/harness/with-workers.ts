import type { Bench } from './bench.ts'
import type { ContenderProcess } from './contender-process.ts'
import { pawlWithSource } from './entries.ts'
import type { Pair } from './side-by-side.ts'

/**
 * V8 gives a process more room for young objects as it sees fit, in steps, and never again less: of two workers that did the same
 * one stayed up to a fifth slower for as long as both lived. These have all the room there is from the start.
 */
const nodeFlags = ['--min-semi-space-size=16']

/** Two processes to run the jobs of databases that are named later. */
export async function withWorkers<T>(bench: Bench, run: (workers: Pair<ContenderProcess>) => Promise<T>): Promise<T> {
  const nowhere = 'postgres://the-orders-say-where'
  // the source is for those jobs that name it
  const worker = () => bench.start({ ...pawlWithSource, nodeFlags }, nowhere)
  const workers = [worker(), worker()] as const
  try {
    return await run(workers)
  } finally {
    await Promise.all(workers.map((each) => each.end()))
  }
}
