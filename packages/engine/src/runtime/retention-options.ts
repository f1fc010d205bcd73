import { checkNumber, refuseUnknownOptions } from '../check-options.ts'
import { checkDuration } from '../check-time.ts'
import { PawlError } from '../errors.ts'
import type { DeadRetention } from '../postgres/retention.ts'

/** How long the ledger keeps finished jobs and dead letters. A job that can still run is never deleted. */
export type RetentionOptions = {
  /**
   * Finished jobs, with all their attempts and results. The history of all queues is dropped together: of a queue this is the
   * least time, and the longest time of all counts.
   *
   * @defaultValue 14 days
   */
  readonly keepMs?: number
  /**
   * A dead letter is discarded after this time, unless `deadKeepCount` keeps it.
   *
   * @defaultValue for ever
   */
  readonly deadKeepMs?: number
  /**
   * The newest dead letters of a queue, kept however old they are. With `deadKeepMs`, whichever keeps more.
   *
   * @defaultValue 0
   */
  readonly deadKeepCount?: number
}

export type RetentionSettings = {
  readonly keepMs: number
  /** Of the queues without options of their own; undefined: their dead letters are kept. */
  readonly dead: DeadRetention | undefined
  readonly deadOfQueues: ReadonlyMap<string, DeadRetention | undefined>
}

type WithRetention = { readonly retention?: RetentionOptions }

const dayMs = 24 * 60 * 60 * 1000
const minuteMs = 60_000
const names = ['keepMs', 'deadKeepMs', 'deadKeepCount']

export function retentionSettings(
  options: RetentionOptions = {},
  queues: Readonly<Record<string, WithRetention>> = {},
): RetentionSettings {
  checkRetention('retention', options)
  const deadOfQueues = new Map<string, DeadRetention | undefined>()
  let { keepMs = 14 * dayMs } = options
  for (const [queue, given] of Object.entries(queues)) {
    // whether it is an object at all is checked with the other options of the queue
    const retention = (given as WithRetention | null)?.retention
    if (retention === undefined) continue
    const where = `queues['${queue}'].retention`
    checkRetention(where, retention)
    keepMs = Math.max(keepMs, retention.keepMs ?? 0)
    deadOfQueues.set(queue, deadRetention(where, { ...options, ...retention }))
  }
  return { keepMs, dead: deadRetention('retention', options), deadOfQueues }
}

function checkRetention(where: string, options: RetentionOptions): void {
  refuseUnknownOptions(where, options, names)
  const { keepMs, deadKeepMs, deadKeepCount } = options
  if (keepMs !== undefined) checkDuration(`${where}.keepMs`, keepMs, { min: minuteMs })
  if (deadKeepMs !== undefined) checkDuration(`${where}.deadKeepMs`, deadKeepMs, { min: minuteMs })
  if (deadKeepCount !== undefined) checkNumber(`${where}.deadKeepCount`, deadKeepCount, { min: 0, max: 1_000_000 })
}

function deadRetention(where: string, { deadKeepMs, deadKeepCount }: RetentionOptions): DeadRetention | undefined {
  if (deadKeepMs !== undefined) return { keepMs: deadKeepMs, keepCount: deadKeepCount ?? 0 }
  if (deadKeepCount === undefined) return undefined
  throw new PawlError(
    'invalid-option',
    `${where}.deadKeepCount needs deadKeepMs: without it dead letters are kept for ever, however many there are`,
  )
}
