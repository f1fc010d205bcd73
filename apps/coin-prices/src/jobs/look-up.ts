import { defineJob, exponential, PermanentError } from 'pawl'
import { z } from 'zod'
import { type CertifiedField, type Conflict, mergeCertified } from '../certificate/merge-certified.ts'
import type { CoinPricesSettings } from '../options.ts'
import type { CoinSource } from '../sources/coin-source.ts'
import { changeCoin, holdCoin } from '../tables/change-coins.ts'
import { findCoin } from '../tables/listed-coins.ts'
import { sharedToken } from './shared-token.ts'

const body = z.strictObject({ intakeId: z.number().int().positive() })

export type LookUpResult =
  /** `conflicts`: fields in which the collector and the service differ. What the collector states stays. */
  | {
      readonly status: 'looked-up'
      readonly filled: readonly CertifiedField[]
      readonly conflicts: readonly Conflict[]
    }
  | { readonly status: 'unknown-certificate' }
  | { readonly status: 'skipped'; readonly reason: 'removed' | 'no-certificate' }

/** Fills what a collector has left open with what a grading service knows of the certificate. */
export function lookUpJob(source: CoinSource, { retry }: Pick<CoinPricesSettings, 'retry'>) {
  return defineJob({
    type: 'coins.look-up',
    queue: 'coin-collect',
    body,
    key: ({ intakeId }) => `look-up-${intakeId}`,
    retry: { attempts: retry.attempts, backoff: exponential({ firstMs: retry.baseDelayMs, jitter: 0 }) },
    timeoutMs: 5 * 60_000,
    async run(job): Promise<LookUpResult> {
      const { intakeId } = job.body
      const coin = await job.transaction((tx) => findCoin(tx, intakeId))
      const certificate = coin?.intake.certificate
      if (coin === undefined) return { status: 'skipped', reason: 'removed' }
      if (certificate === undefined) return { status: 'skipped', reason: 'no-certificate' }
      if (source.lookUp === undefined) throw new PermanentError(`${source.name} looks up no certificates`)
      const ask = (url: string | URL, options = {}) => job.fetch(url, { source: source.name, ...options })
      const found = await source.lookUp({ ask, token: sharedToken(job, source.token) }, certificate)
      if (found === null) return { status: 'unknown-certificate' }
      return job.commit(async (tx): Promise<LookUpResult> => {
        // read again: the collector may have changed the coin during the request
        const current = (await holdCoin(tx, intakeId)) ? await findCoin(tx, intakeId) : undefined
        if (current === undefined) return { status: 'skipped', reason: 'removed' }
        const { intake, filled, conflicts } = mergeCertified(current.intake, found)
        if (filled.length > 0) await changeCoin(tx, intakeId, intake)
        return { status: 'looked-up', filled, conflicts }
      })
    },
  })
}
