import type { StandardSchemaV1 } from '@standard-schema/spec'
import { checkFunction, checkName, checkNumber, refuseUnknownOptions, show } from '../check-options.ts'
import { checkDuration } from '../check-time.ts'
import { PawlError } from '../errors.ts'
import { longestTimerMs } from '../longest-timer-ms.ts'
import { type Backoff, exponential } from './backoff.ts'
import type { Job } from './job.ts'
import type { JobDefinition } from './job-definition.ts'
import { checkKeyOptions, type KeyOptions } from './key.ts'

/** What `defineJob` takes. */
export type JobOptions<S extends StandardSchemaV1> = KeyOptions & {
  /** Names it in every process and release; 1 to 200 characters. */
  readonly type: string
  /** The line it stands in; its type when left out. */
  readonly queue?: string
  /** Higher when the body changes its shape; 1 unless said otherwise. */
  readonly version?: number
  /**
   * Makes a body of this version out of one of an older version. With it a worker takes older versions too; without, only
   * its own.
   */
  readonly upgrade?: (body: unknown, fromVersion: number) => unknown
  /** 0 goes first, 9 last; 5 unless said otherwise. */
  readonly priority?: number
  /** Any Standard Schema: zod, valibot, arktype … */
  readonly body: S
  /** How large a body may be. 64 KiB unless said otherwise. */
  readonly maxBodyBytes?: number
  /** How large what its handler returns may be, and what each of its steps returns. 64 KiB unless said otherwise. */
  readonly maxResultBytes?: number
  /** Three attempts and `exponential()` unless said otherwise. */
  readonly retry?: { readonly attempts?: number; readonly backoff?: Backoff }
  /** After this time an attempt's signal fires. */
  readonly timeoutMs?: number
  /** Whom the job calls: its line waits when that service must not be called. */
  readonly source?: (body: StandardSchemaV1.InferInput<S>) => string
  /** At most one such job, decided by the database: see docs/keys.md. */
  readonly key?: (body: StandardSchemaV1.InferInput<S>) => string
  /** Jobs of one group run so many at once over all workers: see docs/groups.md. */
  readonly group?: (body: StandardSchemaV1.InferInput<S>) => string
  /** 1 unless said otherwise: strictly in order. */
  readonly groupConcurrency?: number
  /** Does the work. It may run more than once: what must happen once belongs into `job.commit`. */
  run(job: Job<StandardSchemaV1.InferOutput<S>>): unknown
}

/** The names of its options. */
export const jobOptionNames: readonly string[] = [
  ...['type', 'queue', 'version', 'priority', 'body', 'maxBodyBytes', 'retry', 'timeoutMs', 'source', 'run'],
  'maxResultBytes',
  ...['upgrade', 'key', 'keyMode', 'keyWindowMs', 'onDuplicate', 'group', 'groupConcurrency'],
]

/**
 * Defines a job type: what its body is, how it is retried, and what runs it.
 *
 * @example
 * ```ts
 * const greet = defineJob({
 *   type: 'greet',
 *   body: z.object({ name: z.string() }),
 *   run: (job) => console.log(`Hello ${job.body.name}`),
 * })
 * ```
 */
export function defineJob<S extends StandardSchemaV1>(options: JobOptions<S>): JobDefinition<S> {
  const where = `defineJob(${show(options?.type)})`
  refuseUnknownOptions(where, options, jobOptionNames)
  checkName('the type of a job', options.type)
  if (typeof options.body?.['~standard']?.validate !== 'function') {
    throw new PawlError(
      'invalid-option',
      `${where}: body must be a Standard Schema, as zod, valibot and arktype make them`,
    )
  }
  checkFunction(`${where}: run`, options.run)
  for (const name of ['upgrade', 'source', 'key', 'group'] as const) {
    if (options[name] !== undefined) checkFunction(`${where}: ${name}`, options[name])
  }
  const { retry = {} } = options
  refuseUnknownOptions(`${where}.retry`, retry, ['attempts', 'backoff'])
  if (retry.backoff !== undefined && typeof retry.backoff !== 'function') {
    throw new PawlError(
      'invalid-option',
      `${where}: retry.backoff must be fixed(…), exponential(…) or a function; got ${String(retry.backoff)}`,
    )
  }
  return Object.freeze({
    type: options.type,
    queue: checkName(`${where}: queue`, options.queue ?? options.type),
    version: checkNumber(`${where}: version`, options.version ?? 1, { min: 1, max: 32_767 }),
    priority: checkNumber(`${where}: priority`, options.priority ?? 5, { min: 0, max: 9 }),
    body: options.body,
    maxBodyBytes: checkNumber(`${where}: maxBodyBytes`, options.maxBodyBytes ?? 64 * 1024, { min: 2 }),
    maxResultBytes: checkNumber(`${where}: maxResultBytes`, options.maxResultBytes ?? 64 * 1024, {
      min: 2,
      max: 64 * 1024 * 1024,
    }),
    retry: Object.freeze({
      attempts: checkNumber(`${where}: retry.attempts`, retry.attempts ?? 3, { min: 1, max: 32_767 }),
      backoff: retry.backoff ?? exponential(),
    }),
    timeoutMs:
      options.timeoutMs === undefined
        ? undefined
        : checkDuration(`${where}: timeoutMs`, options.timeoutMs, { min: 1, max: longestTimerMs, integer: true }),
    ...(options.upgrade === undefined ? {} : { upgrade: options.upgrade }),
    ...(options.source === undefined ? {} : { source: options.source }),
    ...(options.key === undefined ? {} : { key: options.key }),
    keyOptions: keyOptions(where, options),
    ...(options.group === undefined ? {} : { group: options.group }),
    groupConcurrency: checkNumber(`${where}: groupConcurrency`, options.groupConcurrency ?? 1, { min: 1, max: 10_000 }),
    batch: 1,
    run: options.run,
  })
}

function keyOptions(where: string, { keyMode, keyWindowMs, onDuplicate }: KeyOptions): KeyOptions {
  const given = { keyMode, keyWindowMs, onDuplicate }
  const options = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  checkKeyOptions(where, options)
  return Object.freeze(options)
}
