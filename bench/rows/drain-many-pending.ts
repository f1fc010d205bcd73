import { judge } from '../figures/judge.ts'
import { Backlog, jobsOfASample } from '../harness/backlog.ts'
import { backlogsInTurns, samplesInTurns } from '../harness/backlogs-in-turns.ts'
import type { Row } from '../row.ts'

const name = 'drain with 1 million pending, against 10,000'
const window = 10_000
/** Beyond these there is more in line: a worker that finds no more to claim ahead would have less to do. */
const beyond = 3_000

/** A worker starts, runs 10,000 jobs and stops, by turns with little more in line and with a million. */
export const row: Row = {
  name,
  async run(bench) {
    const many = await Backlog.open(bench, 'pawl, 1 million pending')
    const few = await Backlog.open(bench, 'pawl, 10,000 pending')
    try {
      // what the samples take is put in line beside the million
      await many.fill((bench.quick ? 30_000 : 1_000_000) + jobsOfASample(window) * samplesInTurns(bench))
      await many.calm()
      await few.fill(beyond)
      const figures = await backlogsInTurns(bench, [many, few], (backlog) =>
        backlog.rate({ window, ...(backlog === few ? { refill: () => few.fill(jobsOfASample(window)) } : {}) }),
      )
      const target = { bound: 'at least', value: 0.95 } as const
      return [judge({ name, unit: 'jobs/s', ours: figures(many), peers: [figures(few)], target })]
    } finally {
      await many.close()
      await few.close()
    }
  },
}
