import { checkName, checkNumber, refuseUnknownOptions } from '../../check-options.ts'
import { checkDuration } from '../../check-time.ts'
import { longestTimerMs } from '../../longest-timer-ms.ts'
import type { StartRate } from '../../postgres/claim.ts'
import type { RetentionOptions } from '../retention-options.ts'

/** How a process serves one queue. */
export type QueueOptions = {
  /** Slots of this process for the queue; 10 unless said otherwise. */
  readonly concurrency?: number
  /** So many starts in so much time, over all processes. */
  readonly startRate?: StartRate
  /** How long its finished jobs and dead letters are kept, in the place of `retention` of `createPawl`. */
  readonly retention?: RetentionOptions
}

/** How a worker behaves. The defaults suit most; tests and proofs set them short. */
export type WorkerOptions = {
  /** Its name in events and in `pawl.jobs`; made of host and process unless said otherwise. */
  readonly name?: string
  readonly heartbeatMs?: number
  /** Silent for so long is dead. At least three heartbeats. */
  readonly silenceMs?: number
  /** An event loop blocked for so long is given up. */
  readonly blockedLimitMs?: number
  /** How often all lanes are looked at when no notification comes. */
  readonly pollMs?: number
  /** How long a handler may take to return after its signal fired. */
  readonly abortGraceMs?: number
  /** How long `stop` waits for running handlers before it aborts them. */
  readonly shutdownGraceMs?: number
  /** Connections for `job.commit`. */
  readonly commitConnections?: number
  /** How long a transaction of `job.commit` may stand idle. */
  readonly commitIdleMs?: number
  /** How often a slot whose handler ignored its abort is looked at. */
  readonly slotCheckMs?: number
}

export type WorkerSettings = Required<Omit<WorkerOptions, 'name'>> & { readonly name: string | undefined }

const defaults = {
  heartbeatMs: 5_000,
  silenceMs: 30_000,
  blockedLimitMs: 300_000,
  pollMs: 1_000,
  abortGraceMs: 5_000,
  shutdownGraceMs: 25_000,
  commitConnections: 5,
  commitIdleMs: 30_000,
  slotCheckMs: 30_000,
}

export function workerSettings(options: WorkerOptions = {}): WorkerSettings {
  refuseUnknownOptions('worker', options, ['name', ...Object.keys(defaults)])
  const settings = { ...defaults, ...options, name: options.name }
  const { commitConnections, ...durations } = defaults
  for (const key of Object.keys(durations) as (keyof typeof durations)[]) {
    const min = key.endsWith('GraceMs') ? 0 : 1
    // silence is at least three heartbeats, and has to fit a timer as well
    const max = key === 'heartbeatMs' ? longestTimerMs / 3 : longestTimerMs
    checkDuration(`worker.${key}`, settings[key], { min, max: Math.floor(max) })
  }
  checkDuration('worker.silenceMs', settings.silenceMs, { min: settings.heartbeatMs * 3 })
  checkNumber('worker.commitConnections', settings.commitConnections, { min: 1, max: 1_000 })
  if (settings.name !== undefined) checkName('worker.name', settings.name)
  return settings
}

export function checkQueueOptions(queue: string, options: QueueOptions): void {
  const where = `queues['${queue}']`
  refuseUnknownOptions(where, options, ['concurrency', 'startRate', 'retention'])
  if (options.concurrency !== undefined)
    checkNumber(`${where}.concurrency`, options.concurrency, { min: 1, max: 10_000 })
  if (options.startRate === undefined) return
  refuseUnknownOptions(`${where}.startRate`, options.startRate, ['limit', 'perMs'])
  checkNumber(`${where}.startRate.limit`, options.startRate.limit, { min: 1, max: 1_000_000_000 })
  checkDuration(`${where}.startRate.perMs`, options.startRate.perMs, { min: 1, max: longestTimerMs, integer: true })
}

export const defaultConcurrency = 10
