import type { EnqueueOrder } from '../contenders/orders.ts'
import type { BenchDatabase } from '../servers/postgres-server.ts'
import { allHandled } from './all-handled.ts'
import type { Bench } from './bench.ts'
import type { ContenderProcess } from './contender-process.ts'
import type { Entry } from './entry.ts'
import { exactlyOnce } from './exactly-once.ts'

export type EnqueueOptions = Omit<EnqueueOrder, 'kind'> & {
  /** Have the jobs run afterwards: what was accepted must be there, once. */
  readonly check: boolean
}

/** Enqueues in a fresh database. */
export async function enqueue(
  bench: Bench,
  entry: Entry,
  { check, ...order }: EnqueueOptions,
): Promise<{ jobsPerSecond: number }> {
  const database = await bench.postgres.database()
  const contender = bench.start(entry, database.url)
  try {
    await contender.order({ kind: 'install' })
    const { ms, jobs, counted } = await contender.order({ kind: 'enqueue', ...order })
    if (entry.program === 'raw-insert') await checkRows(database, jobs)
    else if (check) await checkRuns(entry, contender, jobs)
    return { jobsPerSecond: (counted / ms) * 1000 }
  } finally {
    await contender.end()
    await database.drop()
  }
}

async function checkRuns(entry: Entry, contender: ContenderProcess, jobs: number): Promise<void> {
  const handled = allHandled([contender], jobs)
  await contender.order({ kind: 'work', jobs, work: { kind: 'no-op' } })
  await handled
  const { runs } = await contender.order({ kind: 'settle' })
  exactlyOnce(entry.name, jobs, [runs])
}

async function checkRows({ pool }: BenchDatabase, jobs: number): Promise<void> {
  const { rows } = await pool.query('select count(*)::int as rows from job')
  if (rows[0].rows !== jobs) throw new Error(`raw insert: ${jobs} were acknowledged and ${rows[0].rows} are there`)
}
