import { judge } from '../figures/judge.ts'
import type { Result } from '../figures/result.ts'
import type { Backlog } from '../harness/backlog.ts'
import type { Bench } from '../harness/bench.ts'
import { interleave } from '../harness/interleave.ts'
import { type Pair, SideBySide } from '../harness/side-by-side.ts'
import { withTwins } from '../harness/with-twins.ts'
import { withWorkers } from '../harness/with-workers.ts'
import { history } from '../piles/history.ts'
import { others } from '../piles/others.ts'
import { pending } from '../piles/pending.ts'
import type { Pile } from '../piles/pile.ts'
import { plain } from '../piles/plain.ts'
import { mixed } from '../piles/priorities.ts'
import { snapshot } from '../piles/snapshot.ts'
import { source } from '../piles/source.ts'
import type { Row } from '../row.ts'

const piles = [pending, mixed, snapshot, history, others, source]

/** A drain beside each thing that piles up, by turns with a plain one. */
export const row: Row = {
  name: 'drain beside piles: 1 million pending, priorities, a snapshot held open, history, keys and groups, a source',
  run: (bench) =>
    withWorkers(bench, async (workers) => {
      const options = bench.quick ? { turns: 2, skip: 1_000, unchanged: true } : { turns: 15, skip: 10_000 }
      const turns = new SideBySide(workers, options, bench.log)
      const results: Result[] = []
      for (const pile of piles) {
        const result = await withTwins(bench, pile, workers, async (twins) => {
          // of no account: at first the workers compile their code
          if (!bench.quick && pile === piles[0]) await turns.measure(twins)
          return beside(bench, pile, twins, turns)
        })
        results.push(result)
      }
      return results
    }),
}

async function beside(bench: Bench, pile: Pile, twins: Pair<Backlog>, turns: SideBySide): Promise<Result> {
  const rounds = await interleave(bench, [pile], async () => {
    if (!bench.quick) for (const backlog of twins) await backlog.calm()
    const [beside, alone] = await turns.measure(twins)
    return { beside, alone }
  })
  const ours = { ...rounds('beside')(pile), name: 'pawl' }
  const peers = [{ ...rounds('alone')(pile), name: plain.name }]
  const target = { bound: 'at least', value: pile.atLeast } as const
  return judge({ name: pile.name, unit: 'jobs/s', ours, peers, target })
}
