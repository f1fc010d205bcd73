import { type AppServices, inTransaction } from '@pawl/app'
import type { Enqueued, JobId, Pawl, Tx } from 'pawl'
import { markStale } from '../tables/valuations.ts'
import type { ApiOptions } from './api-options.ts'

/** Enqueues the valuation of a coin in the transaction that gives a reason for it. */
export async function enqueueValuation(
  { pawl, tx }: { readonly pawl: Pawl; readonly tx: Tx },
  { value }: ApiOptions,
  coin: number,
): Promise<Enqueued> {
  await markStale(tx, coin)
  return pawl.enqueue(value, { intakeId: coin }, { tx })
}

/** Enqueues the valuation of a coin. A valuation that has failed before is replayed, because its dead letter holds the key. */
export async function valueNow({ pawl, db }: AppServices, api: ApiOptions, coin: number): Promise<JobId> {
  const { id, duplicate } = await inTransaction(db, (tx) => enqueueValuation({ pawl, tx }, api, coin))
  const [replayed] = duplicate ? await pawl.deadLetters.replayMany([id]) : []
  return replayed?.id ?? id
}
