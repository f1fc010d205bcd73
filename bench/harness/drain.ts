import type { Work, WorkReport } from '../contenders/orders.ts'
import type { BenchDatabase } from '../servers/postgres-server.ts'
import { allHandled } from './all-handled.ts'
import type { Bench } from './bench.ts'
import type { ContenderProcess } from './contender-process.ts'
import type { Entry } from './entry.ts'
import { exactlyOnce } from './exactly-once.ts'

export type DrainOptions = {
  readonly jobs: number
  readonly processes?: number
  readonly work?: Work
  /** The workers are up, have run so many jobs and are idle when the jobs come. Else the jobs are in line when the workers start. */
  readonly warmUp?: number
  /** Called before the first job is enqueued. */
  readonly before?: (database: BenchDatabase) => Promise<unknown>
  /** Called when all is done and recorded and the workers have ended. */
  readonly after?: (database: BenchDatabase) => Promise<unknown>
}

export type Drained = {
  /** From the start of the first handler until the last completion is recorded. */
  readonly ms: number
  readonly jobsPerSecond: number
  readonly enqueueMs: number
  /** CPU time a job, in µs: of the workers, from their start on, and of PostgreSQL while they worked. */
  readonly workerCpuUs: number
  readonly serverCpuUs: number
  readonly reports: readonly WorkReport[]
}

/** Puts jobs into a fresh database, lets workers run them all, and sees to it that each ran exactly once. */
export async function drain(bench: Bench, entry: Entry, options: DrainOptions): Promise<Drained> {
  const database = await bench.database(entry)
  const processes: ContenderProcess[] = []
  const start = () => {
    const started = bench.start(entry, database.url)
    processes.push(started)
    return started
  }
  try {
    return await drainIn(bench, database, start, entry, options)
  } finally {
    await Promise.all(processes.map((each) => each.end()))
    await database.drop()
  }
}

async function drainIn(
  bench: Bench,
  database: BenchDatabase,
  start: () => ContenderProcess,
  entry: Entry,
  { jobs, processes = 1, work = { kind: 'no-op' }, warmUp, before, after }: DrainOptions,
): Promise<Drained> {
  const feeder = start()
  const workers = Array.from({ length: processes }, start)
  await feeder.order({ kind: 'install' })
  await Promise.all(workers.map((worker) => worker.ready))
  if (work.kind === 'insert') await database.pool.query('create table effect (n int not null)')
  await before?.(database)
  const [first, all] = [warmUp ?? 0, (warmUp ?? 0) + jobs]
  const begin = () => Promise.all(workers.map((worker) => worker.order({ kind: 'work', jobs: all, work })))
  const enqueue = { kind: 'enqueue', batch: 1_000, inFlight: 1 } as const
  if (warmUp !== undefined) {
    const warm = allHandled(workers, warmUp)
    await begin()
    await feeder.order({ ...enqueue, count: warmUp })
    await warm
  }
  const handled = allHandled(workers, all)
  const { ms: enqueueMs } = await feeder.order({ ...enqueue, first, count: all })
  await feeder.end()
  const cpuBefore = await bench.postgres.cpuMs()
  if (warmUp === undefined) await begin()
  await handled
  const reports = await Promise.all(workers.map((worker) => worker.order({ kind: 'settle' })))
  const serverCpuUs = (((await bench.postgres.cpuMs()) - cpuBefore) * 1000) / jobs
  await checkOnce(entry, database, all, work, reports)
  await Promise.all(workers.map((worker) => worker.end()))
  await database.alone()
  await after?.(database)
  return { ...times(first, jobs, reports), enqueueMs, serverCpuUs, reports }
}

type Times = Pick<Drained, 'ms' | 'jobsPerSecond' | 'workerCpuUs'>

function times(first: number, jobs: number, reports: readonly WorkReport[]): Times {
  const firstAt = Math.min(...reports.map(({ startedAt }) => firstStart(Buffer.from(startedAt, 'base64'), first)))
  const ms = Math.max(...reports.map(({ settledAt }) => settledAt)) - firstAt
  const cpuMs = reports.reduce((sum, report) => sum + report.cpuMs, 0)
  return { ms, jobsPerSecond: (jobs / ms) * 1000, workerCpuUs: (cpuMs * 1000) / jobs }
}

/** When the first of the jobs from this number on has started in a process; those that ran elsewhere have no time there. */
function firstStart(startedAt: Buffer, first: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let at = first * 8; at < startedAt.length; at += 8) {
    const time = startedAt.readDoubleLE(at)
    if (time > 0 && time < least) least = time
  }
  return least
}

async function checkOnce(
  { name }: Entry,
  { pool }: BenchDatabase,
  jobs: number,
  work: Work,
  reports: readonly WorkReport[],
): Promise<void> {
  exactlyOnce(
    name,
    jobs,
    reports.map(({ runs }) => runs),
  )
  if (work.kind !== 'insert') return
  const { rows } = await pool.query('select count(*)::int as rows, count(distinct n)::int as numbers from effect')
  if (rows[0].rows === jobs && rows[0].numbers === jobs) return
  throw new Error(`${name}: ${jobs} jobs wrote ${rows[0].rows} rows with ${rows[0].numbers} numbers`)
}
