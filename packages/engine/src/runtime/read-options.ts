import { checkNumber, refuseUnknownOptions } from '../check-options.ts'
import { checkDuration } from '../check-time.ts'
import { longestTimerMs } from '../longest-timer-ms.ts'
import type { ReadSettings } from '../postgres/reader-pool.ts'

/** Limits of reads: lists, counts and everything else that changes nothing. Background services are not affected by them. */
export type ReadOptions = {
  /**
   * Connections of this process for reads. Each is made when all others are in use.
   *
   * @defaultValue 2
   */
  readonly connections?: number
  /**
   * Reads of callers (`pawl.reading`) that may wait for a connection. One more is refused with the code `reads-busy`.
   *
   * @defaultValue 500
   */
  readonly waiting?: number
  /**
   * Time limit of a statement. After that it is cancelled with the code `read-timeout`. A caller's read waits no longer than this for
   * a connection, and is then refused with the code `reads-busy`.
   *
   * @defaultValue 10000
   */
  readonly timeoutMs?: number
}

const defaults = { connections: 2, waiting: 500, timeoutMs: 10_000 }

export function readSettings(options: ReadOptions = {}): ReadSettings {
  refuseUnknownOptions('reads', options, Object.keys(defaults))
  const settings = { ...defaults, ...options }
  checkNumber('reads.connections', settings.connections, { min: 1, max: 1_000 })
  checkNumber('reads.waiting', settings.waiting, { min: 0, max: 1_000_000 })
  checkDuration('reads.timeoutMs', settings.timeoutMs, { min: 1, max: longestTimerMs - 1_000 })
  return settings
}
