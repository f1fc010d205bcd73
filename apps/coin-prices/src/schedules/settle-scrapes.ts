import { defineSchedule } from 'pawl'
import type { settleScrapesJob } from '../jobs/settle-scrapes.ts'
import type { CoinPricesSettings } from '../options.ts'

/** Final states of dead and cancelled jobs are in their rows long before the engine forgets the jobs. */
export function settleScrapesEvery(
  settle: ReturnType<typeof settleScrapesJob>,
  { settleEveryMs }: Pick<CoinPricesSettings, 'settleEveryMs'>,
) {
  return defineSchedule({
    name: 'coins.settle-scrapes',
    everyMs: settleEveryMs,
    overlap: 'skip',
    job: settle,
    body: () => ({}),
  })
}
