import { checkNumber, refuseUnknownOptions } from '../check-options.ts'

/** How long the ledger keeps what has ended. */
export type RetentionOptions = {
  /** How long history is kept: jobs that have ended, with all their attempts. 14 days unless said otherwise. */
  readonly keepMs?: number
  /** How long dead letters wait for somebody to decide; after that they are discarded. For ever unless said otherwise. */
  readonly deadKeepMs?: number
}

export type RetentionSettings = { readonly keepMs: number; readonly deadKeepMs: number | undefined }

const dayMs = 24 * 60 * 60 * 1000
const minuteMs = 60_000

export function retentionSettings(options: RetentionOptions = {}): RetentionSettings {
  refuseUnknownOptions('retention', options, ['keepMs', 'deadKeepMs'])
  const { keepMs = 14 * dayMs, deadKeepMs } = options
  checkNumber('retention.keepMs', keepMs, { min: minuteMs, integer: false })
  if (deadKeepMs !== undefined) checkNumber('retention.deadKeepMs', deadKeepMs, { min: minuteMs, integer: false })
  return { keepMs, deadKeepMs }
}
