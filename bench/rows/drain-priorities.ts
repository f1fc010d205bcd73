import { judge } from '../figures/judge.ts'
import { jobsOfASample } from '../harness/backlog.ts'
import { backlogsInTurns, samplesInTurns } from '../harness/backlogs-in-turns.ts'
import { withBacklogs } from '../harness/with-backlogs.ts'
import type { Row } from '../row.ts'

const name = 'drain, 1 million in 5 priorities and 500,000 scheduled'
const priorities = [3, 4, 5, 6, 7]
const chunk = 1_000
const dayMs = 86_400_000

export const row: Row = {
  name,
  run: (bench) =>
    withBacklogs(bench, ['pawl, 5 priorities', 'pawl, as many of one priority'], async (mixed, plain) => {
      const window = bench.quick ? 5_000 : 20_000
      const [pending, scheduled] = bench.quick ? [30_000, 15_000] : [1_000_000, 500_000]
      const jobs = pending + jobsOfASample(window) * samplesInTurns(bench)
      for (let i = 0; i < jobs / chunk; i++) {
        await mixed.fill(chunk, { priority: priorities[i % priorities.length]! })
      }
      await mixed.fill(scheduled, { delayMs: dayMs })
      await plain.fill(jobs)
      await mixed.calm()
      await plain.calm()
      const figures = await backlogsInTurns(bench, [mixed, plain], (backlog) => backlog.rate({ window }))
      const target = { bound: 'at least', value: 0.9 } as const
      return [judge({ name, unit: 'jobs/s', ours: figures(mixed), peers: [figures(plain)], target })]
    }),
}
