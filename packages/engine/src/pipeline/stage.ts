import { checkFunction, checkName, checkNumber, refuseUnknownOptions, show } from '../check-options.ts'
import { checkDuration } from '../check-time.ts'
import { PawlError } from '../errors.ts'
import type { Backoff } from '../job/backoff.ts'
import type { Job, Tx } from '../job/job.ts'
import { longestTimerMs } from '../longest-timer-ms.ts'

/** An item as a stage gets it. */
export type StageItem<Input = unknown> = {
  readonly pipeline: string
  readonly stage: string
  /** Its name: at most one of this name is under way in the pipeline. */
  readonly item: string
  /** What it was submitted with, as the pipeline's schema reads it. */
  readonly input: Input
  /** What the stages before came to, by their names. */
  readonly results: Readonly<Record<string, unknown>>
  /** A higher one with each move, retry and cancel, and never the same again: what has another one is out of date. */
  readonly version: number
}

/** The job that runs a stage. The engine completes it: `write` takes the place of `job.commit`. */
export type StageJob = Omit<Job, 'body' | 'commit'>

/** What `stage` takes. */
export type StageOptions<Input, Result> = {
  /** Does the work. What it returns is the stage's result. It may run more than once. */
  readonly run: (item: StageItem<Input>, job: StageJob) => Result | Promise<Result>
  /** Writes rows of yours in the one transaction that keeps the result and moves the item on: it happens once. */
  readonly write?: (tx: Tx, result: Awaited<Result>, item: StageItem<Input>, job: StageJob) => Promise<unknown>
  /** Its own unless said otherwise. Stages in one queue share its slots. */
  readonly queue?: string
  /** In each process; 10 unless said otherwise. */
  readonly slots?: number
  /** A ceiling over all processes; `limit` of them may start together. */
  readonly startRate?: { readonly limit: number; readonly perMs: number }
  /** Where slots are shared: 0 goes first, 9 last; 5 unless said otherwise. */
  readonly priority?: number
  /** Three attempts and `exponential()` unless said otherwise. */
  readonly retry?: { readonly attempts?: number; readonly backoff?: Backoff }
  /** Stuck for longer, it is taken back; five minutes unless said otherwise. */
  readonly timeoutMs?: number
  /** Whom the stage calls: its line waits when that service must not be called. */
  readonly source?: string | ((item: string) => string)
  /** How large its result may be, and that of each of its steps. 64 KiB unless said otherwise. */
  readonly maxResultBytes?: number
}

/** A stage as `defineStages` takes it. Made by `stage`. */
export type StageDefinition<Input = unknown> = {
  readonly name: string
  readonly queue: string | undefined
  readonly slots: number | undefined
  readonly startRate: { readonly limit: number; readonly perMs: number } | undefined
  readonly priority: number
  readonly retry: { readonly attempts?: number; readonly backoff?: Backoff }
  readonly timeoutMs: number
  readonly source: ((item: string) => string) | undefined
  readonly maxResultBytes: number
  // Methods, so that stages of different inputs and results fit in one list.
  run(item: StageItem<Input>, job: StageJob): unknown
  write?(tx: Tx, result: unknown, item: StageItem<Input>, job: StageJob): Promise<unknown>
}

const known = [
  ...['run', 'write', 'queue', 'slots', 'startRate', 'priority', 'retry', 'timeoutMs', 'source'],
  'maxResultBytes',
]
const defaultTimeoutMs = 5 * 60 * 1000

/**
 * One leg of a pipeline of stages, with a queue and a pool of its own.
 *
 * @example
 * ```ts
 * const analysis = stage('website-analysis', {
 *   slots: 10,
 *   startRate: { limit: 3, perMs: 5_000 },
 *   run: async (site: StageItem<{ url: string }>) => ({ title: `what ${site.input.url} says of itself` }),
 * })
 * ```
 */
export function stage<Input = unknown, Result = unknown>(
  name: string,
  options: StageOptions<Input, Result>,
): StageDefinition<Input> {
  checkName('the name of a stage', name)
  const where = `stage(${show(name)})`
  refuseUnknownOptions(where, options, known)
  checkFunction(`${where}: run`, options.run)
  if (options.write !== undefined) checkFunction(`${where}: write`, options.write)
  if (options.slots !== undefined) checkNumber(`${where}: slots`, options.slots, { min: 1, max: 10_000 })
  return Object.freeze({
    name,
    queue: options.queue === undefined ? undefined : checkName(`${where}: queue`, options.queue),
    slots: options.slots,
    startRate: startRateOf(where, options.startRate),
    priority: checkNumber(`${where}: priority`, options.priority ?? 5, { min: 0, max: 9 }),
    retry: options.retry ?? {},
    timeoutMs: checkDuration(`${where}: timeoutMs`, options.timeoutMs ?? defaultTimeoutMs, {
      min: 1,
      max: longestTimerMs,
      integer: true,
    }),
    source: sourceOf(where, options.source),
    maxResultBytes: checkNumber(`${where}: maxResultBytes`, options.maxResultBytes ?? 64 * 1024, {
      min: 2,
      max: 64 * 1024 * 1024,
    }),
    run: options.run as StageDefinition['run'],
    ...(options.write === undefined ? {} : { write: options.write as NonNullable<StageDefinition['write']> }),
  })
}

function startRateOf(where: string, rate: StageOptions<never, never>['startRate']): StageDefinition['startRate'] {
  if (rate === undefined) return undefined
  refuseUnknownOptions(`${where}.startRate`, rate, ['limit', 'perMs'])
  return Object.freeze({
    limit: checkNumber(`${where}.startRate.limit`, rate.limit, { min: 1, max: 1_000_000_000 }),
    perMs: checkDuration(`${where}.startRate.perMs`, rate.perMs, { min: 1, max: longestTimerMs, integer: true }),
  })
}

function sourceOf(where: string, source: unknown): StageDefinition['source'] {
  if (source === undefined) return undefined
  if (typeof source === 'function') return source as (item: string) => string
  if (typeof source !== 'string') {
    throw new PawlError('invalid-option', `${where}: source must be a name, or a function of the item that returns one`)
  }
  checkName(`${where}: source`, source)
  return () => source
}
