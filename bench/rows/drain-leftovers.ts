import { judge } from '../figures/judge.ts'
import { drain } from '../harness/drain.ts'
import { pawl } from '../harness/entries.ts'
import { interleave } from '../harness/interleave.ts'
import type { Row } from '../row.ts'
import type { BenchDatabase } from '../servers/postgres-server.ts'

/** Dead tuples are counted by reading the tables, with nobody vacuuming: what the statistics say lags behind. */
export const row: Row = {
  name: 'dead tuples after draining 200,000, and RSS of the worker',
  async run(bench) {
    const rounds = await interleave(bench, [pawl], async () => {
      let deadTuples = Number.NaN
      const { reports } = await drain(bench, pawl, {
        jobs: bench.quick ? 10_000 : 200_000,
        before: keepAutovacuumAway,
        after: async (database) => {
          deadTuples = await countDead(database)
        },
      })
      // the most that its process ever held, as the kernel counts it
      return { deadTuples, maxRssMb: reports[0]!.maxRssMb }
    })
    const atMost = (value: number) => ({ peers: [], target: { bound: 'at most', value } as const })
    return [
      judge({
        name: 'dead tuples after draining 200,000',
        unit: 'tuples',
        ours: rounds('deadTuples')(pawl),
        ...atMost(0),
      }),
      judge({ name: 'RSS of a worker draining 200,000', unit: 'MB', ours: rounds('maxRssMb')(pawl), ...atMost(110) }),
    ]
  },
}

/** The tables with rows: these three are partitioned. */
const tables = `
  select leaf.relid::regclass::text as name
    from unnest(array['pawl.attempt', 'pawl.lease', 'pawl.outcome']) t, pg_partition_tree(t::regclass) leaf
   where leaf.isleaf`

async function keepAutovacuumAway({ pool }: BenchDatabase): Promise<void> {
  await pool.query('create extension pgstattuple')
  const { rows } = await pool.query(tables)
  for (const { name } of rows) await pool.query(`alter table ${name} set (autovacuum_enabled = off)`)
}

async function countDead({ pool }: BenchDatabase): Promise<number> {
  const { rows } = await pool.query(
    `select sum(dead_tuple_count)::int as dead from (${tables}) t, pgstattuple(t.name::regclass)`,
  )
  return rows[0].dead
}
