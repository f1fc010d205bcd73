import { judge } from '../figures/judge.ts'
import { jobsOfASample } from '../harness/backlog.ts'
import { backlogsInTurns, samplesInTurns } from '../harness/backlogs-in-turns.ts'
import { withBacklogs } from '../harness/with-backlogs.ts'
import { makeHistory } from '../history/make-history.ts'
import type { Row } from '../row.ts'

const name = 'drain with 10 million rows of history'

/** Ten million attempts, as many outcomes and the leases to them lie under the jobs that are drained; or nothing does. */
export const row: Row = {
  name,
  run: (bench) =>
    withBacklogs(bench, ['pawl, 10 million rows', 'pawl, no history'], async (old, fresh) => {
      const window = bench.quick ? 5_000 : 20_000
      for (const backlog of [old, fresh]) {
        // history continues what a worker has begun
        await backlog.fill(jobsOfASample(1))
        await backlog.rate({ window: 1 })
      }
      await makeHistory(old.database.pool, bench.quick ? 50_000 : 10_000_000)
      for (const backlog of [old, fresh]) {
        await backlog.fill(jobsOfASample(window) * samplesInTurns(bench))
        await backlog.calm()
      }
      const figures = await backlogsInTurns(bench, [old, fresh], (backlog) => backlog.rate({ window }))
      const target = { bound: 'at least', value: 0.95 } as const
      return [judge({ name, unit: 'jobs/s', ours: figures(old), peers: [figures(fresh)], target })]
    }),
}
