import { judge } from '../figures/judge.ts'
import { DrainRate } from '../harness/drain-rate.ts'
import { bullmq, graphileBest, pawl, pgBossBatches } from '../harness/entries.ts'
import { interleave } from '../harness/interleave.ts'
import type { Row } from '../row.ts'

const name = 'drain, 2 processes'
const all = [graphileBest, pgBossBatches, bullmq('redis', 100), bullmq('redis-aof', 100), bullmq('postgres', 50)]

export const row: Row = {
  name,
  async run(bench) {
    const peers = bench.quick ? all.slice(0, 1) : all
    const rate = new DrainRate(bench, { processes: 2 })
    const rounds = await interleave(bench, [pawl, ...peers], (entry) => rate.measure(entry), 'jobsPerSecond')
    const figures = rounds('jobsPerSecond')
    const target = { bound: 'at least', value: 2 } as const
    return [judge({ name, unit: 'jobs/s', ours: figures(pawl), peers: peers.map(figures), target })]
  },
}
