import type { Pile } from '../piles/pile.ts'
import { plain } from '../piles/plain.ts'
import { Backlog } from './backlog.ts'
import type { Bench } from './bench.ts'
import type { ContenderProcess } from './contender-process.ts'
import { pawlWithSource } from './entries.ts'
import type { Pair } from './side-by-side.ts'

/**
 * V8 gives a process more room for young objects as it sees fit, in steps, and never again less: of two workers that did the same
 * one stayed up to a fifth slower for as long as both lived. These have all the room there is from the start.
 */
const nodeFlags = ['--min-semi-space-size=16']

/**
 * A database in which something is piled up, and one without, for each of these piles; and two processes to run their jobs. As many jobs
 * are drained in both: one plain database for all would have as many of its own, in the end, as the history beside it.
 */
export async function withBacklogs<T>(
  bench: Bench,
  piles: readonly Pile[],
  run: (pairs: ReadonlyMap<Pile, Pair<Backlog>>, workers: Pair<ContenderProcess>) => Promise<T>,
): Promise<T> {
  const pairs = new Map<Pile, Pair<Backlog>>()
  const all = () => [...pairs.values()].flat()
  const nowhere = 'postgres://the-orders-say-where'
  // the source is for those jobs that name it
  const worker = () => bench.start({ ...pawlWithSource, nodeFlags }, nowhere)
  const workers = [worker(), worker()] as const
  try {
    const mostJobs = bench.quick ? 400_000 : 16_000_000
    const backlog = async (pile: Pile) => new Backlog(pile, await bench.database(pawlWithSource), workers, mostJobs)
    const pair = async (pile: Pile) => {
      const { drained = () => 0 } = pile
      pairs.set(pile, await Promise.all([backlog(pile), backlog({ ...plain, drained })]))
    }
    await Promise.all(piles.map(pair))
    for (const pile of piles) {
      for (const each of pairs.get(pile)!) {
        await each.pile(bench)
        if (!bench.quick) await each.calm()
      }
      bench.log(`  piled up: ${pile.name}`)
    }
    const result = await run(pairs, workers)
    for (const backlog of all()) await backlog.check()
    return result
  } finally {
    await Promise.all(workers.map((worker) => worker.end()))
    for (const backlog of all()) await backlog.close()
  }
}
