import { type AppServices, inTransaction, notFound } from '@pawl/app'
import { excludePoint } from '../tables/listed-points.ts'
import type { ApiOptions } from './api-options.ts'
import { enqueueValuation } from './value-now.ts'

export type Exclusion = { readonly coin: number; readonly point: number; readonly isExcluded: boolean }

/** Leaves a price out of the value of its coin, or takes it in again, and has the coin valued. */
export async function changeExclusion(
  { db, pawl }: AppServices,
  api: ApiOptions,
  { coin, point, isExcluded }: Exclusion,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await excludePoint(tx, { coin, point, isExcluded }))) {
      throw notFound('price-point', point, `pawl coins show ${coin} shows those of this coin`)
    }
    await enqueueValuation({ pawl, tx }, api, coin)
  })
}
