import { judge } from '../figures/judge.ts'
import { DrainRate } from '../harness/drain-rate.ts'
import { pawl, pawlWithSource } from '../harness/entries.ts'
import { interleave } from '../harness/interleave.ts'
import type { Row } from '../row.ts'

const name = 'drain of jobs with a source far below its limit'

/** What it takes to ask a gate for the first time, 35 ms, is not what it costs a drain. */
const roundMs = 4_500

export const row: Row = {
  name,
  async run(bench) {
    const rate = new DrainRate(bench, { roundMs })
    const rounds = await interleave(bench, [pawlWithSource, pawl], (entry) => rate.measure(entry))
    const figures = rounds('jobsPerSecond')
    const target = { bound: 'at least', value: 0.9 } as const
    return [judge({ name, unit: 'jobs/s', ours: figures(pawlWithSource), peers: [figures(pawl)], target })]
  },
}
