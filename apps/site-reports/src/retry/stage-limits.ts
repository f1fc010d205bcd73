import { exponential, type StageOptions } from 'pawl'
import type { SiteReportsSettings } from '../options.ts'
import type { RetryRule } from './recorded.ts'

/** What all stages of a report have in common. */
export type StageLimits = Pick<StageOptions<never, never>, 'queue' | 'slots' | 'startRate' | 'retry' | 'timeoutMs'>

/** Where all share one queue, the first of them says for all how many slots and starts it has. */
export function stageLimits({ stages }: Pick<SiteReportsSettings, 'stages'>, isFirst: boolean): StageLimits {
  const { slots, areShared, startRate, timeoutMs } = stages
  const { retries, backoff } = retryRule({ stages })
  const pool = { slots, ...(startRate === null ? {} : { startRate }) }
  return {
    ...(areShared ? { queue: 'site-report' } : {}),
    ...(areShared && !isFirst ? {} : pool),
    // the row of the report counts. One attempt more, so that a stage whose last worker died begins again and ends its report
    retry: { attempts: retries + 2, backoff },
    timeoutMs,
  }
}

/** The retries of a report and the waits before them. */
export function retryRule({ stages }: Pick<SiteReportsSettings, 'stages'>): RetryRule {
  const { retries, firstRetryMs } = stages
  return { retries, backoff: exponential({ firstMs: firstRetryMs }) }
}
