import { judge } from '../figures/judge.ts'
import { enqueue } from '../harness/enqueue.ts'
import { bullmq, graphileBest, pawl, pgBossBatches } from '../harness/entries.ts'
import { interleave } from '../harness/interleave.ts'
import type { Row } from '../row.ts'

const name = 'enqueue, 50 in flight'
const postgres = [graphileBest, pgBossBatches, bullmq('postgres', 50)]
const redis = [bullmq('redis', 50), bullmq('redis-aof', 50)]

export const row: Row = {
  name,
  async run(bench) {
    const [onPostgres, onRedis] = bench.quick ? [postgres.slice(0, 1), redis.slice(0, 1)] : [postgres, redis]
    const order = { batch: 1, inFlight: 50, warmUpMs: bench.quick ? 50 : 500, forMs: bench.quick ? 200 : 1_500 }
    const entries = [pawl, ...onPostgres, ...onRedis]
    const rounds = await interleave(bench, entries, (entry, round) =>
      enqueue(bench, entry, { ...order, check: round === 0 }),
    )
    const figures = rounds('jobsPerSecond')
    const common = { unit: 'jobs/s', ours: figures(pawl) }
    return [
      judge({ ...common, name, peers: onPostgres.map(figures), target: { bound: 'at least', value: 20 } }),
      judge({
        ...common,
        name: `${name}, against Redis`,
        peers: onRedis.map(figures),
        target: { bound: 'at least', value: 1.3 },
      }),
    ]
  },
}
