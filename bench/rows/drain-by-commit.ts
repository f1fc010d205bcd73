import { judge } from '../figures/judge.ts'
import { DrainRate } from '../harness/drain-rate.ts'
import { graphilePlain, pawl } from '../harness/entries.ts'
import type { Entry } from '../harness/entry.ts'
import { interleave } from '../harness/interleave.ts'
import type { Row } from '../row.ts'

const name = 'drain through job.commit, one insert each'

/** At some thousand jobs a second it takes a worker one or two until its code is compiled: a short round would measure that. */
const roundMs = 5_000

/** As many slots as the peer has, with fewer connections: one that has sent its COMMIT is the next job's at once. */
const pawlCommits: Entry = { ...pawl, settings: { concurrency: 24, worker: { commitConnections: 10 } } }

/** In graphile-worker the insert and the completion are two transactions: it does less. */
export const row: Row = {
  name,
  async run(bench) {
    const rate = new DrainRate(bench, { work: { kind: 'insert' }, roundMs })
    const rounds = await interleave(bench, [pawlCommits, graphilePlain], (entry) => rate.measure(entry))
    const figures = rounds('jobsPerSecond')
    const target = { bound: 'at least', value: 2 } as const
    return [judge({ name, unit: 'jobs/s', ours: figures(pawlCommits), peers: [figures(graphilePlain)], target })]
  },
}
