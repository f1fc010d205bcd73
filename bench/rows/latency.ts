import { judge } from '../figures/judge.ts'
import { bullmq, graphileBest, graphilePlain, pawl, pgBossBatches } from '../harness/entries.ts'
import { latencyInTurns } from '../harness/latency-in-turns.ts'
import type { Row } from '../row.ts'

const name = 'latency, enqueue to handler start'
const all = [graphilePlain, graphileBest, pgBossBatches, bullmq('postgres', 10)]
/** Quicker, without a disk to wait for. */
const redis = bullmq('redis', 10)

export const row: Row = {
  name,
  async run(bench) {
    const [peers, besides] = bench.quick ? [all.slice(0, 1), []] : [all, [redis]]
    const options = bench.quick
      ? { warmUp: { count: 20, everyMs: 2 }, turn: { count: 30, everyMs: 10 } }
      : { warmUp: { count: 1_000, everyMs: 2 }, turn: { count: 160, everyMs: 15 } }
    // more than others: it wavers from one second to the next
    const often = { ...bench, rounds: bench.quick ? 1 : Math.ceil(bench.rounds * 1.4) }
    const rounds = await latencyInTurns(often, [pawl, ...peers, ...besides], options)
    const [p50, p99] = [rounds('p50'), rounds('p99')]
    const unit = 'ms'
    return [
      judge({
        name: `${name}, p50`,
        unit,
        ours: p50(pawl),
        peers: peers.map(p50),
        besides: besides.map(p50),
        target: { bound: 'at most', value: 0.75 },
      }),
      judge({
        name: `${name}, p99`,
        unit,
        ours: p99(pawl),
        peers: peers.map(p99),
        besides: besides.map(p99),
        target: { bound: 'at most', value: 1 },
      }),
    ]
  },
}
