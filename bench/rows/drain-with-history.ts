import { judge } from '../figures/judge.ts'
import { Backlog } from '../harness/backlog.ts'
import { interleave } from '../harness/interleave.ts'
import { makeHistory } from '../history/make-history.ts'
import type { Row } from '../row.ts'

const name = 'drain with 10 million rows of history'

/** Ten million attempts, as many outcomes and the leases to them lie under the jobs that are drained; or nothing does. */
export const row: Row = {
  name,
  async run(bench) {
    const options = { window: bench.quick ? 5_000 : 20_000, samples: bench.quick ? 1 : 3 }
    const old = await Backlog.open(bench, 'pawl, 10 million rows')
    const fresh = await Backlog.open(bench, 'pawl, no history')
    try {
      for (const backlog of [old, fresh]) {
        // history continues what a worker has begun
        await backlog.fill(1)
        await backlog.rate({ window: 1, samples: 0 })
      }
      await makeHistory(old.database.pool, bench.quick ? 50_000 : 10_000_000)
      for (const backlog of [old, fresh]) {
        await backlog.fill(options.window * (options.samples + 1) * bench.rounds * 2)
        await backlog.calm()
      }
      const rounds = await interleave(bench, [old, fresh], (backlog) => backlog.rate(options))
      const figures = rounds('jobsPerSecond')
      const target = { bound: 'at least', value: 0.95 } as const
      return [judge({ name, unit: 'jobs/s', ours: figures(old), peers: [figures(fresh)], target })]
    } finally {
      await old.close()
      await fresh.close()
    }
  },
}
