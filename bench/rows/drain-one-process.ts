import { judge } from '../figures/judge.ts'
import { DrainRate } from '../harness/drain-rate.ts'
import { bullmq, graphileBest, graphilePlain, pawl, pgBossBatches, pgBossDefault } from '../harness/entries.ts'
import { interleave } from '../harness/interleave.ts'
import type { Row } from '../row.ts'

const name = 'drain, 1 process'

const all = [
  graphileBest,
  graphilePlain,
  pgBossBatches,
  pgBossDefault,
  ...[10, 50, 100].flatMap((concurrency) => [
    bullmq('redis', concurrency),
    bullmq('redis-aof', concurrency),
    bullmq('postgres', concurrency),
  ]),
]

export const row: Row = {
  name,
  async run(bench) {
    const peers = bench.quick ? all.slice(0, 1) : all
    const rate = new DrainRate(bench)
    const rounds = await interleave(bench, [pawl, ...peers], (entry) => rate.measure(entry), 'jobsPerSecond')
    const figures = rounds('jobsPerSecond')
    const target = { bound: 'at least', value: 2 } as const
    return [judge({ name, unit: 'jobs/s', ours: figures(pawl), peers: peers.map(figures), target })]
  },
}
