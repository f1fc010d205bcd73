import { defineJob } from 'pawl'
import { z } from 'zod'
import type { CoinPricesSettings } from '../options.ts'
import { pruneScrapes, settleScrapes } from '../tables/scrape-jobs.ts'

const batch = 500

/** Copies final states of jobs into their rows before the engine forgets the jobs, and removes rows of jobs that ended long ago. */
export function settleScrapesJob({ keepJobsMs }: Pick<CoinPricesSettings, 'keepJobsMs'>) {
  return defineJob({
    type: 'coins.settle-scrapes',
    queue: 'coin-value',
    body: z.strictObject({}),
    timeoutMs: 10 * 60_000,
    async run(job) {
      let settled = 0
      for (let after: number | undefined = 0; after !== undefined; ) {
        const from: number = after
        const done = await job.transaction((tx) => settleScrapes(tx, from, batch))
        settled += done.settled
        after = done.last
      }
      let removed = 0
      for (let last = batch; last === batch; removed += last) {
        last = await job.transaction((tx) => pruneScrapes(tx, keepJobsMs, batch))
      }
      return { settled, removed }
    },
  })
}
