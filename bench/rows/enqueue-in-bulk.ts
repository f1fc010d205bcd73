import { judge } from '../figures/judge.ts'
import { enqueue } from '../harness/enqueue.ts'
import { bullmq, graphileBest, pawl, pgBossBatches } from '../harness/entries.ts'
import { interleave } from '../harness/interleave.ts'
import type { Row } from '../row.ts'

const name = 'enqueue in bulk of 1,000'
const all = [graphileBest, pgBossBatches, bullmq('postgres', 50), bullmq('redis', 50), bullmq('redis-aof', 50)]

export const row: Row = {
  name,
  async run(bench) {
    const peers = bench.quick ? all.slice(0, 1) : all
    const order = { batch: 1_000, inFlight: 1, warmUpMs: bench.quick ? 50 : 500, forMs: bench.quick ? 200 : 1_000 }
    const rounds = await interleave(bench, [pawl, ...peers], (entry, round) =>
      enqueue(bench, entry, { ...order, check: round === 0 }),
    )
    const figures = rounds('jobsPerSecond')
    const target = { bound: 'at least', value: 3 } as const
    return [judge({ name, unit: 'jobs/s', ours: figures(pawl), peers: peers.map(figures), target })]
  },
}
