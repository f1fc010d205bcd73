import { judge } from '../figures/judge.ts'
import { enqueueInTurns } from '../harness/enqueue-in-turns.ts'
import { bullmq, graphileBest, pawl, pgBossBatches, rawInsert } from '../harness/entries.ts'
import type { Row } from '../row.ts'

const name = 'enqueue, one at a time'
const all = [graphileBest, pgBossBatches, bullmq('postgres', 50)]

export const row: Row = {
  name,
  async run(bench) {
    const peers = bench.quick ? all.slice(0, 1) : all
    const times = bench.quick ? { warmUpMs: 50, forMs: 200, turns: 1 } : { warmUpMs: 5_000, forMs: 150, turns: 10 }
    const figures = await enqueueInTurns(bench, [pawl, rawInsert, ...peers], { batch: 1, inFlight: 1, ...times })
    const common = { unit: 'jobs/s', ours: figures(pawl) }
    return [
      judge({
        ...common,
        name: `${name}, against a raw insert`,
        peers: [figures(rawInsert)],
        target: { bound: 'at least', value: 0.9 },
      }),
      judge({ ...common, name, peers: peers.map(figures), target: { bound: 'at least', value: 1.5 } }),
    ]
  },
}
