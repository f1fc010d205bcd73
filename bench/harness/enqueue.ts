import type { EnqueueOrder } from '../contenders/orders.ts'
import type { Bench } from './bench.ts'
import { checkEnqueued } from './check-enqueued.ts'
import type { Entry } from './entry.ts'

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
  const database = await bench.database(entry)
  const contender = bench.start(entry, database.url)
  try {
    await contender.order({ kind: 'install' })
    const { ms, jobs, counted } = await contender.order({ kind: 'enqueue', ...order })
    if (check) await checkEnqueued(entry, contender, database, jobs)
    return { jobsPerSecond: (counted / ms) * 1000 }
  } finally {
    await contender.end()
    await database.drop()
  }
}
