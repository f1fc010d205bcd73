import { exponential, type StageOptions } from 'pawl'
import type { SiteReportsSettings } from '../options.ts'

/** What all stages of a report have in common. */
export type StageLimits = Pick<StageOptions<never, never>, 'queue' | 'slots' | 'startRate' | 'retry' | 'timeoutMs'>

/** Where all share one queue, the first of them says for all how many slots and starts it has. */
export function stageLimits({ stages }: SiteReportsSettings, isFirst: boolean): StageLimits {
  const { slots, areShared, startRate, retries, firstRetryMs, timeoutMs } = stages
  const pool = { slots, ...(startRate === null ? {} : { startRate }) }
  return {
    ...(areShared ? { queue: 'site-report' } : {}),
    ...(areShared && !isFirst ? {} : pool),
    retry: { attempts: retries + 1, backoff: exponential({ firstMs: firstRetryMs }) },
    timeoutMs,
  }
}
