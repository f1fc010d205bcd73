import { judge } from '../figures/judge.ts'
import { enqueue } from '../harness/enqueue.ts'
import { bullmq, graphileBest, pawl, pgBossBatches, rawInsert } from '../harness/entries.ts'
import { interleave } from '../harness/interleave.ts'
import type { Row } from '../row.ts'

const name = 'enqueue, one at a time'
const all = [graphileBest, pgBossBatches, bullmq('postgres', 50)]

export const row: Row = {
  name,
  async run(bench) {
    const peers = bench.quick ? all.slice(0, 1) : all
    const order = { batch: 1, inFlight: 1, warmUpMs: bench.quick ? 50 : 500, forMs: bench.quick ? 200 : 1_500 }
    const rounds = await interleave(bench, [pawl, rawInsert, ...peers], (entry, round) =>
      enqueue(bench, entry, { ...order, check: round === 0 }),
    )
    const figures = rounds('jobsPerSecond')
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
