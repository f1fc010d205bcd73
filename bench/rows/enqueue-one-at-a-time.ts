import { judge } from '../figures/judge.ts'
import { enqueueInTurns } from '../harness/enqueue-in-turns.ts'
import { bullmq, graphileBest, pawl, pgBossBatches, rawInsert } from '../harness/entries.ts'
import type { Row } from '../row.ts'

const name = 'enqueue, one at a time'
const all = [graphileBest, pgBossBatches, bullmq('postgres', 50)]
/** One without a disk to wait for, and one that waits for it as we do. */
const redis = [bullmq('redis', 50), bullmq('redis-aof', 50)]

export const row: Row = {
  name,
  async run(bench) {
    const [peers, besides] = bench.quick ? [all.slice(0, 1), []] : [all, redis]
    const times = bench.quick ? { warmUpMs: 50, forMs: 200, turns: 1 } : { warmUpMs: 5_000, forMs: 150, turns: 10 }
    const entries = [pawl, rawInsert, ...peers, ...besides]
    const figures = await enqueueInTurns(bench, entries, { batch: 1, inFlight: 1, ...times })
    const common = { unit: 'jobs/s', ours: figures(pawl) }
    return [
      judge({
        ...common,
        name: `${name}, against a raw insert`,
        peers: [figures(rawInsert)],
        target: { bound: 'at least', value: 0.9 },
      }),
      judge({
        ...common,
        name,
        peers: peers.map(figures),
        besides: besides.map(figures),
        target: { bound: 'at least', value: 1.5 },
      }),
    ]
  },
}
