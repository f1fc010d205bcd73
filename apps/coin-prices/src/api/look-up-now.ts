import { type AppServices, ProblemError } from '@pawl/app'
import type { JobId } from 'pawl'
import type { ApiOptions } from './api-options.ts'

/** Enqueues the look-up of a coin's certificate. One that has failed before is replayed, because its dead letter holds the key. */
export async function lookUpNow(
  { pawl }: Pick<AppServices, 'pawl'>,
  { lookUp }: ApiOptions,
  coin: number,
): Promise<JobId> {
  if (lookUp === undefined) {
    throw new ProblemError(409, 'no-look-up', 'no service looks up certificates; set PCGS_TOKEN and restart')
  }
  const { id, duplicate } = await pawl.enqueue(lookUp, { intakeId: coin })
  const [replayed] = duplicate ? await pawl.deadLetters.replayMany([id]) : []
  return replayed?.id ?? id
}
