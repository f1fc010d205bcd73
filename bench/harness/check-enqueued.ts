import type { BenchDatabase } from '../servers/postgres-server.ts'
import { allHandled } from './all-handled.ts'
import type { ContenderProcess } from './contender-process.ts'
import type { Entry } from './entry.ts'
import { exactlyOnce } from './exactly-once.ts'

/** What was accepted must be there, once: jobs are run, and rows that nobody runs are counted. */
export async function checkEnqueued(
  entry: Entry,
  contender: ContenderProcess,
  database: BenchDatabase,
  jobs: number,
): Promise<void> {
  if (entry.program === 'raw-insert') await checkRows(database, jobs)
  else await checkRuns(entry, contender, jobs)
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
