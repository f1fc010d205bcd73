import { migrations } from './migrate.ts'
import { lookAtPartitions, type Partition } from './partitions.ts'
import type { Runner } from './runner.ts'
import { type SearchPath, searchPath } from './search-path.ts'
import { type Statement, statement } from './statement.ts'

/** What a look at the database brings, for the doctor to judge. Times in ms. */
export type Vitals = {
  readonly schema: { readonly applied: readonly number[]; readonly known: readonly number[]; readonly foreign: boolean }
  readonly searchPath: SearchPath
  readonly clock: { readonly skewMs: number }
  /** The job in line that has waited longest. */
  readonly waiting:
    | { readonly queue: string; readonly waitedMs: number; readonly workers: number; readonly source: string | null }
    | undefined
  readonly tuples: { readonly table: string; readonly dead: number; readonly live: number } | undefined
  readonly snapshot: { readonly who: string; readonly ageMs: number } | undefined
  /** Replication slots that nobody reads. The age of the oldest is a number of transactions. */
  readonly slots: { readonly count: number; readonly oldest: string | null; readonly transactions: number | null }
  readonly prepared: { readonly count: number; readonly oldest: string | null; readonly ageMs: number | null }
  readonly partitions: { readonly all: readonly Partition[]; readonly nextPosition: number }
  readonly workers: { readonly alive: number; readonly silent: readonly string[] }
  readonly schedules: { readonly late: readonly string[] }
}

const schema = statement('doctor_schema')
const clock = statement('doctor_clock')
const queues = statement('doctor_queues')
const tuples = statement('doctor_tuples')
const snapshot = statement('doctor_snapshot')
const slots = statement('doctor_slots')
const prepared = statement('doctor_prepared')
const workers = statement('doctor_workers')
const schedules = statement('doctor_schedules')

const undefinedTable = '42P01'
const invalidSchema = '3F000'
const undefinedFunction = '42883'

/** Undefined: there is no schema to look at, or one so old that it cannot be asked. */
export async function takeVitals(runner: Runner, now: () => number): Promise<Vitals | undefined> {
  try {
    return await look(runner, now)
  } catch (error) {
    const { code } = error as { code?: unknown }
    if ([undefinedTable, invalidSchema, undefinedFunction].includes(String(code))) return undefined
    throw error
  }
}

async function look(runner: Runner, now: () => number): Promise<Vitals> {
  const first = async (asked: Statement) => (await runner.run(asked))[0]
  const { applied, foreign } = await first(schema)
  const waiting = await first(queues)
  const oldest = await first(snapshot)
  const transactions = await first(prepared)
  const { partitions, nextPosition } = await lookAtPartitions(runner)
  return {
    schema: { applied, known: migrations().map(({ number }) => number), foreign },
    searchPath: await first(searchPath),
    clock: { skewMs: await skew(runner, now) },
    waiting: waiting && {
      queue: waiting.queue,
      waitedMs: waiting.waited_ms,
      workers: waiting.workers,
      source: waiting.source,
    },
    tuples: await first(tuples),
    snapshot: oldest && { who: oldest.who, ageMs: oldest.age_ms },
    slots: await first(slots),
    prepared: { count: transactions.count, oldest: transactions.oldest, ageMs: transactions.age_ms },
    partitions: { all: partitions, nextPosition },
    workers: await first(workers),
    schedules: await first(schedules),
  }
}

/** How far this process's clock is ahead of PostgreSQL's, give or take half of the time that asking takes. */
async function skew(runner: Runner, now: () => number): Promise<number> {
  const asked = now()
  const [row] = await runner.run(clock)
  return (asked + now()) / 2 - row.now
}
