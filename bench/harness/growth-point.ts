import { createPawl } from 'pawl'
import { benchJob } from '../contenders/bench-job.ts'
import { median } from '../figures/median.ts'
import type { BenchDatabase } from '../servers/postgres-server.ts'
import type { Bench } from './bench.ts'
import { drain } from './drain.ts'
import { pawl } from './entries.ts'

/** In ms: to enqueue so many jobs, to claim them (PostgreSQL's own count), to drain them, and to list a page of them. */
export type GrowthPoint = {
  readonly enqueue: number
  readonly claim: number
  readonly drain: number
  readonly listing: number
}

const page = 50
const looks = 21

export async function growthPoint(bench: Bench, jobs: number): Promise<GrowthPoint> {
  let claim = Number.NaN
  let listing = Number.NaN
  const drained = await drain(bench, pawl, {
    jobs,
    before: countCalls,
    after: async (database) => {
      claim = await timeOfClaims(database)
      listing = await timeOfListing(database, jobs)
    },
  })
  return { enqueue: drained.enqueueMs, claim, drain: drained.ms, listing }
}

/** For sessions that begin from now on. */
async function countCalls({ pool }: BenchDatabase): Promise<void> {
  const { rows } = await pool.query('select current_database() as name')
  await pool.query(`alter database ${rows[0].name} set track_functions = 'pl'`)
}

async function timeOfClaims({ pool }: BenchDatabase): Promise<number> {
  const { rows } = await pool.query(
    `select total_time from pg_stat_user_functions where schemaname = 'pawl' and funcname = 'claim'`,
  )
  return rows[0].total_time
}

/** The next page of jobs behind one in the middle of the history. */
async function timeOfListing({ url, pool }: BenchDatabase, jobs: number): Promise<number> {
  await pool.query('analyze')
  const pawl = createPawl({ url, jobs: [benchJob(() => {})] })
  try {
    // what `next` of the page before would be
    const after = Buffer.from(String(Math.floor(jobs / 2) + page)).toString('base64url')
    const times: number[] = []
    for (let i = 0; i < looks; i++) {
      const startedAt = performance.now()
      const { jobs: listed } = await pawl.jobs.list({ limit: page, after })
      times.push(performance.now() - startedAt)
      if (listed.length !== page) throw new Error(`a page of ${page} jobs came back with ${listed.length}`)
    }
    return median(times)
  } finally {
    await pawl.stop()
  }
}
