import { type AppServices, inTransaction } from '@pawl/app'
import type { JobId } from 'pawl'
import { markStale } from '../tables/valuations.ts'
import type { ApiOptions } from './api-options.ts'

/** Enqueues the valuation of a coin. A valuation that has failed before is replayed, because its dead letter holds the key. */
export async function valueNow({ pawl, db }: AppServices, { value }: ApiOptions, coin: number): Promise<JobId> {
  const { id, duplicate } = await inTransaction(db, async (tx) => {
    await markStale(tx, coin)
    return pawl.enqueue(value, { intakeId: coin }, { tx })
  })
  const [replayed] = duplicate ? await pawl.deadLetters.replayMany([id]) : []
  return replayed?.id ?? id
}
