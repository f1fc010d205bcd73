import type pg from 'pg'
import { judge } from '../figures/judge.ts'
import { drain } from '../harness/drain.ts'
import { pawl } from '../harness/entries.ts'
import { interleave } from '../harness/interleave.ts'
import type { Row } from '../row.ts'

const name = 'drain of 200,000 with a snapshot held open, the last tenth'

const held = { ...pawl, name: 'pawl, a snapshot held open', holds: true }
const free = { ...pawl, name: 'pawl, no snapshot held', holds: false }

/** The snapshot is older than the first job, so nothing that dies meanwhile can be vacuumed. */
export const row: Row = {
  name,
  async run(bench) {
    const jobs = bench.quick ? 10_000 : 200_000
    const rounds = await interleave(bench, [held, free], async (entry) => {
      let holder: pg.PoolClient | undefined
      const { reports } = await drain(bench, entry, {
        jobs,
        before: async ({ pool }) => {
          if (!entry.holds) return
          holder = await pool.connect()
          await holder.query('begin isolation level repeatable read')
          await holder.query('select pg_current_snapshot()')
        },
        after: async () => {
          await holder?.query('rollback')
          holder?.release()
        },
      })
      return { jobsPerSecond: rateOfLastTenth(Buffer.from(reports[0]!.startedAt, 'base64'), jobs) }
    })
    const figures = rounds('jobsPerSecond')
    const target = { bound: 'at least', value: 0.95 } as const
    return [judge({ name, unit: 'jobs/s', ours: figures(held), peers: [figures(free)], target })]
  },
}

function rateOfLastTenth(startedAt: Buffer, jobs: number): number {
  const times = Float64Array.from({ length: jobs }, (_, n) => startedAt.readDoubleLE(n * 8)).sort()
  const tenth = jobs / 10
  return (tenth / (times[jobs - 1]! - times[jobs - 1 - tenth]!)) * 1000
}
