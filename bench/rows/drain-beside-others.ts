import { createPawl, defineJob } from 'pawl'
import { z } from 'zod'
import { judge } from '../figures/judge.ts'
import { jobsOfASample } from '../harness/backlog.ts'
import { backlogsInTurns, samplesInTurns } from '../harness/backlogs-in-turns.ts'
import { withBacklogs } from '../harness/with-backlogs.ts'
import type { Row } from '../row.ts'

const name = 'drain of plain jobs beside keys, groups and waiting jobs'
const dayMs = 86_400_000
const other = defineJob({
  type: 'other',
  body: z.object({ n: z.number() }),
  key: ({ n }) => String(n),
  group: ({ n }) => `group ${n % 1000}`,
  run() {},
})

/** So many jobs that use what plain jobs have nothing to do with, and of which a tenth waits for others. */
async function fillOthers(url: string, count: number): Promise<void> {
  const pawl = createPawl({ url, jobs: [other] })
  const bodies = Array.from({ length: count }, (_, n) => ({ n }))
  const [first] = await pawl.enqueueMany(other, bodies.slice(0, count * 0.9), { delayMs: dayMs })
  await pawl.enqueueMany(other, bodies.slice(count * 0.9), { after: [first!.id] })
  await pawl.stop()
}

export const row: Row = {
  name,
  run: (bench) =>
    withBacklogs(bench, ['pawl, beside others', 'pawl, alone'], async (beside, alone) => {
      const window = bench.quick ? 5_000 : 20_000
      await fillOthers(beside.database.url, bench.quick ? 2_000 : 50_000)
      for (const backlog of [beside, alone]) {
        await backlog.fill(jobsOfASample(window) * samplesInTurns(bench))
        await backlog.calm()
      }
      const figures = await backlogsInTurns(bench, [beside, alone], (backlog) => backlog.rate({ window }))
      const target = { bound: 'at least', value: 0.95 } as const
      return [judge({ name, unit: 'jobs/s', ours: figures(beside), peers: [figures(alone)], target })]
    }),
}
