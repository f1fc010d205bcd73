import type { Runner } from './runner.ts'
import { statement } from './statement.ts'

const jobs = statement('erase_jobs')
const byKey = statement('erase_find_key')
const tried = statement('erase_find_tried')
const waiting = statement('erase_find_waiting')

const page = 5_000

/** Blanks what these jobs carried, as far as they have ended. `open`: those that have not. */
export async function eraseJobs(
  runner: Runner,
  positions: readonly number[],
): Promise<{ erased: readonly number[]; open: readonly number[] }> {
  const [row] = await runner.run(jobs, [positions])
  return { erased: row.erased.map(Number), open: row.open.map(Number) }
}

export async function findByTypeAndKey(runner: Runner, type: string, key: string): Promise<number[]> {
  return (await runner.run(byKey, [type, key])).map((row) => Number(row.job_id))
}

/** Jobs whose body contains this JSON: those that wait or died first, then all of history, a page at a time. */
export async function* findByBody(runner: Runner, type: string, body: string): AsyncGenerator<number[]> {
  yield (await runner.run(waiting, [type, body])).map((row) => Number(row.job_id))
  for (let after: number | null = -1; after !== null; ) {
    const [row]: { last: number | null; jobs: string[] }[] = await runner.run(tried, [type, body, after, page])
    yield row!.jobs.map(Number)
    after = row!.last
  }
}
