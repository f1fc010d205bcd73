import { judge } from '../figures/judge.ts'
import { interleave } from '../harness/interleave.ts'
import { SideBySide } from '../harness/side-by-side.ts'
import { withBacklogs } from '../harness/with-backlogs.ts'
import { history } from '../piles/history.ts'
import { others } from '../piles/others.ts'
import { pending } from '../piles/pending.ts'
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
    withBacklogs(bench, piles, async (pairs, workers) => {
      const options = bench.quick ? { turns: 2, skip: 1_000, unchanged: true } : { turns: 15, skip: 10_000 }
      const turns = new SideBySide(workers, options, bench.log)
      // of no account: both workers have their code compiled
      if (!bench.quick) await turns.measure(pairs.get(pending)!)
      const figures = await interleave(bench, piles, async (pile) => {
        const [beside, alone] = await turns.measure(pairs.get(pile)!)
        return { beside, alone }
      })
      return piles.map((pile) => {
        const target = { bound: 'at least', value: pile.atLeast } as const
        const peers = [{ ...figures('alone')(pile), name: plain.name }]
        return judge({ name: pile.name, unit: 'jobs/s', ours: figures('beside')(pile), peers, target })
      })
    }),
}
