import type { Pile } from '../piles/pile.ts'
import { plain } from '../piles/plain.ts'
import { Backlog } from './backlog.ts'
import type { Bench } from './bench.ts'
import type { ContenderProcess } from './contender-process.ts'
import { pawlWithSource } from './entries.ts'
import type { Pair } from './side-by-side.ts'

/**
 * A database in which something is piled up, and one without, in which as many jobs are drained. They have the server for themselves:
 * beside the databases of other piles, which do not fit into its memory, old jobs would be read from files, and new ones not.
 */
export async function withTwins<T>(
  bench: Bench,
  pile: Pile,
  workers: Pair<ContenderProcess>,
  run: (twins: Pair<Backlog>) => Promise<T>,
): Promise<T> {
  const mostJobs = bench.quick ? 400_000 : 16_000_000
  const { drained = () => 0 } = pile
  const backlogs: Backlog[] = []
  const open = async (of: Pile) => {
    const backlog = new Backlog(of, await bench.database(pawlWithSource), workers, mostJobs)
    backlogs.push(backlog)
    await backlog.pile(bench)
    return backlog
  }
  try {
    const twins = [await open(pile), await open({ ...plain, drained })] as const
    if (!bench.quick) for (const { database } of twins) await database.pool.query('analyze')
    bench.log(`  piled up: ${pile.name}`)
    const result = await run(twins)
    for (const backlog of twins) {
      await backlog.check()
      const handedBack = await backlog.handedBack()
      if (handedBack > 0) bench.log(`  ${backlog.name}: ${handedBack} jobs were handed back and ran before older ones`)
    }
    return result
  } finally {
    for (const backlog of backlogs) await backlog.close()
  }
}
