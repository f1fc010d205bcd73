import { judge } from '../figures/judge.ts'
import type { Backlog } from '../harness/backlog.ts'
import { interleave } from '../harness/interleave.ts'
import { sideBySide } from '../harness/side-by-side.ts'
import { withBacklogs } from '../harness/with-backlogs.ts'
import { history } from '../piles/history.ts'
import { others } from '../piles/others.ts'
import { pending } from '../piles/pending.ts'
import type { Pile } from '../piles/pile.ts'
import { mixed } from '../piles/priorities.ts'
import { snapshot } from '../piles/snapshot.ts'
import { source } from '../piles/source.ts'
import type { Row } from '../row.ts'

const plain: Pile = { name: 'pawl, plain drain', atLeast: 1, pile: async () => {} }
const piles = [pending, mixed, snapshot, history, others, source]

/** A drain beside each thing that piles up, by turns with a plain one. */
export const row: Row = {
  name: 'drain beside piles: 1 million pending, priorities, a snapshot held open, history, keys and groups, a source',
  run: (bench) =>
    withBacklogs(bench, [plain, ...piles], async (backlogs, workers) => {
      const of = (pile: Pile) => backlogs.get(pile) as Backlog
      const options = bench.quick ? { turns: 2, skip: 1_000, unchanged: true } : { turns: 13, skip: 10_000 }
      // of no account: both workers have their code compiled
      if (!bench.quick) await sideBySide([of(pending), of(plain)], workers, options)
      const figures = await interleave(bench, piles, async (pile) => {
        const [beside, alone] = await sideBySide([of(pile), of(plain)], workers, options)
        return { beside, alone }
      })
      return piles.map((pile) => {
        const target = { bound: 'at least', value: pile.atLeast } as const
        const peers = [{ ...figures('alone')(pile), name: plain.name }]
        return judge({ name: pile.name, unit: 'jobs/s', ours: figures('beside')(pile), peers, target })
      })
    }),
}
