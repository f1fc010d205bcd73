import { defineSchedule } from 'pawl'
import type { valueJob } from '../jobs/value.ts'
import type { CoinPricesSettings } from '../options.ts'
import { takeDueValuations } from '../tables/valuations.ts'

/** Values coins again: prices lose their weight with time, and a job that was lost leaves a stale valuation. */
export function valueDue(value: ReturnType<typeof valueJob>, { valuing }: Pick<CoinPricesSettings, 'valuing'>) {
  return defineSchedule({
    name: 'coins.value-due',
    everyMs: valuing.checkEveryMs,
    job: value,
    due: (tx, limit) => takeDueValuations(tx, valuing.everyMs, limit),
    body: ({ intakeId }: { readonly intakeId: number }) => ({ intakeId }),
  })
}
