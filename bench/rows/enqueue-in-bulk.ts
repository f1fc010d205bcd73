import { judge } from '../figures/judge.ts'
import { enqueueInTurns } from '../harness/enqueue-in-turns.ts'
import { bullmq, graphileBest, pawl, pgBossBatches } from '../harness/entries.ts'
import type { Row } from '../row.ts'

const name = 'enqueue in bulk of 1,000'
const all = [graphileBest, pgBossBatches, bullmq('postgres', 50), bullmq('redis', 50), bullmq('redis-aof', 50)]

export const row: Row = {
  name,
  async run(bench) {
    const peers = bench.quick ? all.slice(0, 1) : all
    const times = bench.quick ? { warmUpMs: 50, forMs: 200, turns: 1 } : { warmUpMs: 500, forMs: 150, turns: 5 }
    const figures = await enqueueInTurns(bench, [pawl, ...peers], { batch: 1_000, inFlight: 1, ...times })
    const target = { bound: 'at least', value: 3 } as const
    return [judge({ name, unit: 'jobs/s', ours: figures(pawl), peers: peers.map(figures), target })]
  },
}
