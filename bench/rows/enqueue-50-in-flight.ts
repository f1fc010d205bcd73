import { judge } from '../figures/judge.ts'
import { enqueueInTurns } from '../harness/enqueue-in-turns.ts'
import { bullmq, graphileBest, pawl, pgBossBatches } from '../harness/entries.ts'
import type { Row } from '../row.ts'

const name = 'enqueue, 50 in flight'
const postgres = [graphileBest, pgBossBatches, bullmq('postgres', 50)]
const redis = [bullmq('redis', 50), bullmq('redis-aof', 50)]

export const row: Row = {
  name,
  async run(bench) {
    const [onPostgres, onRedis] = bench.quick ? [postgres.slice(0, 1), redis.slice(0, 1)] : [postgres, redis]
    const times = bench.quick ? { warmUpMs: 50, forMs: 200, turns: 1 } : { warmUpMs: 500, forMs: 300, turns: 3 }
    const entries = [pawl, ...onPostgres, ...onRedis]
    const figures = await enqueueInTurns(bench, entries, { batch: 1, inFlight: 50, ...times })
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
