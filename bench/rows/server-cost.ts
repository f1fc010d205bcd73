import { judge } from '../figures/judge.ts'
import { drain } from '../harness/drain.ts'
import { graphileBest, pawl } from '../harness/entries.ts'
import { interleave } from '../harness/interleave.ts'
import type { Row } from '../row.ts'

/** What a job costs the server from its enqueue in bulk to its completion, by all of PostgreSQL's processes together. */
export const row: Row = {
  name: 'PostgreSQL CPU time and WAL per job',
  async run(bench) {
    const { postgres } = bench
    const jobs = bench.quick ? 5_000 : 60_000
    const spent = async () => ({ cpuMs: await postgres.cpuMs(), walBytes: await postgres.walBytes() })
    const rounds = await interleave(bench, [pawl, graphileBest], async (entry) => {
      let before = await spent()
      let after = before
      await drain(bench, entry, {
        jobs,
        before: async () => {
          before = await spent()
        },
        after: async () => {
          after = await spent()
        },
      })
      return {
        cpuUs: ((after.cpuMs - before.cpuMs) * 1000) / jobs,
        walBytes: (after.walBytes - before.walBytes) / jobs,
      }
    })
    const target = { bound: 'at most', value: 1 } as const
    const [cpu, wal] = [rounds('cpuUs'), rounds('walBytes')]
    return [
      judge({ name: 'PostgreSQL CPU time per job', unit: 'µs', ours: cpu(pawl), peers: [cpu(graphileBest)], target }),
      judge({ name: 'WAL per job', unit: 'bytes', ours: wal(pawl), peers: [wal(graphileBest)], target }),
    ]
  },
}
