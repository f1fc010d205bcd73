import { inTransaction, ProblemError } from '@pawl/app'
import type { Pawl } from 'pawl'
import type pg from 'pg'
import { joinSeries } from '../tables/join-series.ts'
import { findSeries } from '../tables/listed-series.ts'
import type { ApiOptions } from './api-options.ts'
import { unknownSeries } from './not-found.ts'
import { pollNow } from './poll-now.ts'

/** Makes one series of two that are the same: `joining` is gone, and all that was its is in `staying`. */
export async function mergeSeries(
  { pawl, db }: { readonly pawl: Pawl; readonly db: pg.Pool },
  options: ApiOptions,
  { joining, staying }: { readonly joining: number; readonly staying: number },
): Promise<void> {
  if (joining === staying) throw new ProblemError(400, 'invalid-series', 'a series cannot join itself')
  const joined = await inTransaction(db, (tx) => joinSeries(tx, joining, staying))
  if (joined === undefined) throw unknownSeries((await findSeries(db, staying)) === undefined ? staying : joining)
  if (joined.length > 0) await pollNow({ pawl, db }, options, staying, joined)
}
