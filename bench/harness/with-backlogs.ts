import type { Pile } from '../piles/pile.ts'
import { Backlog } from './backlog.ts'
import type { Bench } from './bench.ts'
import type { ContenderProcess } from './contender-process.ts'
import { pawlWithSource } from './entries.ts'

/**
 * V8 gives a process more room for young objects as it sees fit, in steps, and never again less: of two workers that did the same
 * one stayed up to a fifth slower for as long as both lived. These have all the room there is from the start.
 */
const nodeFlags = ['--min-semi-space-size=16']

/** Databases in which something is piled up, to be compared, and two processes to run their jobs. */
export async function withBacklogs<T>(
  bench: Bench,
  piles: readonly Pile[],
  run: (backlogs: ReadonlyMap<Pile, Backlog>, workers: readonly [ContenderProcess, ContenderProcess]) => Promise<T>,
): Promise<T> {
  const backlogs = new Map<Pile, Backlog>()
  const nowhere = 'postgres://the-orders-say-where'
  // the source is for those jobs that name it
  const worker = () => bench.start({ ...pawlWithSource, nodeFlags }, nowhere)
  const workers = [worker(), worker()] as const
  try {
    const mostJobs = bench.quick ? 400_000 : 16_000_000
    const databases = await Promise.all(piles.map(() => bench.database(pawlWithSource)))
    for (const [i, pile] of piles.entries()) backlogs.set(pile, new Backlog(pile, databases[i]!, workers, mostJobs))
    for (const [pile, backlog] of backlogs) {
      await pile.pile(backlog, bench)
      await backlog.piledUp()
      if (!bench.quick) await backlog.calm()
      bench.log(`  piled up: ${pile.name}`)
    }
    const result = await run(backlogs, workers)
    for (const backlog of backlogs.values()) await backlog.check()
    return result
  } finally {
    await Promise.all(workers.map((worker) => worker.end()))
    for (const backlog of backlogs.values()) await backlog.close()
  }
}
