import { Backlog } from './backlog.ts'
import type { Bench } from './bench.ts'
import { pawl } from './entries.ts'

/**
 * V8 makes other decisions in each process, as to what it compiles and when, and one may stay a tenth faster than another for as
 * long as it lives. So each of these takes samples of both backlogs.
 */
const processes = 3

/** Two empty backlogs, to be filled and compared. */
export async function withBacklogs<T>(
  bench: Bench,
  names: readonly [string, string],
  run: (ours: Backlog, other: Backlog) => Promise<T>,
): Promise<T> {
  const [one, two] = [await bench.postgres.database(), await bench.postgres.database()]
  const workers = Array.from({ length: bench.quick ? 1 : processes }, () => bench.start(pawl, one.url))
  const [ours, other] = [new Backlog(names[0], one, workers), new Backlog(names[1], two, workers)]
  try {
    await ours.migrate()
    await other.migrate()
    return await run(ours, other)
  } finally {
    await Promise.all(workers.map((worker) => worker.end()))
    await ours.close()
    await other.close()
  }
}
