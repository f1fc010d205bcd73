import { type AppServices, inTransaction } from '@pawl/app'
import type { Intake } from '../coin/intake.ts'
import { addCoins } from '../tables/change-coins.ts'
import type { ApiOptions } from './api-options.ts'

export type AddedCoin = { readonly id: number; readonly isLookedUp: boolean }

/** Adds a coin. A certificate is looked up, to fill what the collector has left open. */
export async function addCoin(
  { db, pawl }: AppServices,
  { lookUp }: ApiOptions,
  { collector, intake }: { readonly collector: number; readonly intake: Intake },
): Promise<AddedCoin> {
  return inTransaction(db, async (tx) => {
    const [id] = await addCoins(tx, collector, [{ intake }])
    const isLookedUp = lookUp !== undefined && intake.certificate !== undefined
    if (isLookedUp) await pawl.enqueue(lookUp, { intakeId: id! }, { tx })
    return { id: id!, isLookedUp }
  })
}
