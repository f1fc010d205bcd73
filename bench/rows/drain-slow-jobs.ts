import { judge } from '../figures/judge.ts'
import { drain } from '../harness/drain.ts'
import { pawl } from '../harness/entries.ts'
import { interleave } from '../harness/interleave.ts'
import type { Row } from '../row.ts'

const name = 'drain of 100 ms jobs, 10 processes of 10 slots'
const slots = 10
const jobMs = 100

export const row: Row = {
  name,
  async run(bench) {
    const [processes, jobs] = bench.quick ? [2, 100] : [10, 14_000]
    const ideal = (processes * slots * 1000) / jobMs
    const entry = { ...pawl, settings: { concurrency: slots } }
    const rounds = await interleave(bench, [entry], async () => {
      const { jobsPerSecond } = await drain(bench, entry, {
        jobs,
        processes,
        work: { kind: 'wait', ms: jobMs },
        // workers are up for hours, not for the half second in which ten processes compile their code
        warmUp: processes * slots * 2,
      })
      return { jobsPerSecond }
    })
    const ours = rounds('jobsPerSecond')(entry)
    const allowed = { name: 'what the slots allow', rounds: ours.rounds.map((round) => ({ ...round, value: ideal })) }
    return [judge({ name, unit: 'jobs/s', ours, peers: [allowed], target: { bound: 'at least', value: 0.95 } })]
  },
}
