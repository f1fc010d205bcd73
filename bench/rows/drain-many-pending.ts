import { judge } from '../figures/judge.ts'
import { type Backlog, jobsOfASample } from '../harness/backlog.ts'
import { backlogsInTurns } from '../harness/backlogs-in-turns.ts'
import { withBacklogs } from '../harness/with-backlogs.ts'
import type { Row } from '../row.ts'

const name = 'drain with 1 million pending, against 10,000'
/** Beyond these there is more in line: a worker that finds no more to claim ahead would have less to do. */
const beyond = 3_000

/** A worker starts, runs 10,000 jobs and stops, by turns with little more in line and with a million; then as many are put in. */
export const row: Row = {
  name,
  run: (bench) =>
    withBacklogs(bench, ['pawl, 1 million pending', 'pawl, 10,000 pending'], async (many, few) => {
      const window = bench.quick ? 3_000 : 10_000
      const refill = (backlog: Backlog) => backlog.fill(jobsOfASample(window))
      await many.fill(bench.quick ? 30_000 : 1_000_000)
      await few.fill(beyond)
      await many.calm()
      await few.calm()
      const figures = await backlogsInTurns(bench, [many, few], (backlog) => backlog.rate({ window, refill }))
      const target = { bound: 'at least', value: 0.95 } as const
      return [judge({ name, unit: 'jobs/s', ours: figures(many), peers: [figures(few)], target })]
    }),
}
