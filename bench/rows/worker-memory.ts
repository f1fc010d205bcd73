import { judge } from '../figures/judge.ts'
import { drain } from '../harness/drain.ts'
import { pawl } from '../harness/entries.ts'
import { interleave } from '../harness/interleave.ts'
import type { Row } from '../row.ts'

const name = 'RSS of a worker draining 200,000'

/** The most that its process ever held, as the kernel counts it. */
export const row: Row = {
  name,
  async run(bench) {
    const jobs = bench.quick ? 10_000 : 200_000
    const rounds = await interleave(bench, [pawl], async (entry) => {
      const { reports } = await drain(bench, entry, { jobs })
      return { maxRssMb: reports[0]!.maxRssMb }
    })
    return [
      judge({ name, unit: 'MB', ours: rounds('maxRssMb')(pawl), peers: [], target: { bound: 'at most', value: 110 } }),
    ]
  },
}
