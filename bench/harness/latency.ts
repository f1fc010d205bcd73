import { setTimeout as pause } from 'node:timers/promises'
import { quantile } from '../figures/median.ts'
import { allHandled } from './all-handled.ts'
import type { Bench } from './bench.ts'
import type { Entry } from './entry.ts'
import { exactlyOnce } from './exactly-once.ts'

export type LatencyOptions = { readonly jobs: number; readonly everyMs: number }

/** The first jobs find everything cold. */
const warmUp = 10
const idleMs = 300

/** Enqueues one job at a time in one process, for a worker in another that has nothing else to do. */
export async function latency(
  bench: Bench,
  entry: Entry,
  { jobs, everyMs }: LatencyOptions,
): Promise<{ p50: number; p99: number }> {
  const database = await bench.postgres.database()
  const [sender, worker] = [bench.start(entry, database.url), bench.start(entry, database.url)]
  try {
    await sender.order({ kind: 'install' })
    const handled = allHandled([worker], jobs)
    await worker.order({ kind: 'work', jobs, work: { kind: 'no-op' } })
    await pause(idleMs)
    const { sentAt } = await sender.order({ kind: 'pace', count: jobs, everyMs })
    await handled
    const { runs, startedAt } = await worker.order({ kind: 'settle' })
    exactlyOnce(entry.name, jobs, [runs])
    const bytes = Buffer.from(startedAt, 'base64')
    const waits = sentAt.map((at, n) => bytes.readDoubleLE(n * 8) - at).slice(warmUp)
    return { p50: quantile(waits, 0.5), p99: quantile(waits, 0.99) }
  } finally {
    await Promise.all([sender.end(), worker.end()])
    await database.drop()
  }
}
