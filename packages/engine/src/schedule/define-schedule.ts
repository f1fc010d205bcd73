import type { StandardSchemaV1 } from '@standard-schema/spec'
import { checkName, checkNumber, refuseUnknownOptions, show } from '../check-options.ts'
import { checkDuration } from '../check-time.ts'
import { PawlError } from '../errors.ts'
import type { Tx } from '../job/job.ts'
import type { JobDefinition } from '../job/job-definition.ts'
import { suggest } from '../suggest.ts'
import { checkCron } from './cron-ticker.ts'
import type { FireOptions, ScheduleDefinition } from './schedule-definition.ts'
import type { DueScheduleOptions, TickScheduleOptions } from './schedule-options.ts'
import type { ScheduleSpec } from './schedule-spec.ts'

const known = [
  'name',
  'job',
  'body',
  'options',
  'cron',
  'timeZone',
  'everyMs',
  'missed',
  'overlap',
  'due',
  'batch',
  'enqueued',
]
const longestMs = 366 * 24 * 60 * 60 * 1000

/** As they may come from somebody who does not compile. */
type AnyOptions = { readonly name: string; readonly job: JobDefinition } & {
  readonly [K in
    | 'body'
    | 'options'
    | 'cron'
    | 'timeZone'
    | 'everyMs'
    | 'missed'
    | 'overlap'
    | 'due'
    | 'batch'
    | 'enqueued']?: unknown
}

/**
 * Defines a schedule: when it ticks, and what it enqueues. It runs in each worker that is given it in `schedules`, and each
 * tick fires once, however many workers there are.
 *
 * @example
 * ```ts
 * const report = defineJob({ type: 'report', body: z.object({ until: z.string() }), run: () => {} })
 * const nightly = defineSchedule({
 *   name: 'nightly report',
 *   cron: '30 2 * * *',
 *   timeZone: 'Europe/Berlin',
 *   job: report,
 *   body: (tick) => ({ until: tick.at.toISOString() }),
 * })
 * ```
 */
export function defineSchedule<S extends StandardSchemaV1, Row>(options: DueScheduleOptions<S, Row>): ScheduleDefinition
export function defineSchedule<S extends StandardSchemaV1>(options: TickScheduleOptions<S>): ScheduleDefinition
export function defineSchedule(options: AnyOptions): ScheduleDefinition {
  const where = `defineSchedule(${show(options.name)})`
  refuseUnknownOptions(where, options, known)
  checkName('the name of a schedule', options.name)
  if (typeof options.job?.run !== 'function') throw invalid(`${where}: job must be what defineJob returned`)
  if (typeof options.body !== 'function') throw invalid(`${where}: body must be a function that makes the job's body`)
  if (options.options !== undefined && typeof options.options !== 'function') {
    throw invalid(`${where}: options must be a function that says what is special about a job, as in { priority: 1 }`)
  }
  const { due, enqueued } = options
  if (enqueued !== undefined && (due === undefined || typeof enqueued !== 'function')) {
    throw invalid(`${where}: enqueued is a function that gets the rows of \`due\` with the ids of their jobs`)
  }
  const policies = due === undefined ? tickPolicies(where, options) : duePolicies(where, options)
  return Object.freeze({
    name: options.name,
    spec: Object.freeze(specOf(where, options)),
    job: options.job,
    ...policies,
    ...(due === undefined ? {} : { due: queryOf(where, due) }),
    body: options.body as (from: unknown) => unknown,
    ...(options.options === undefined ? {} : { options: options.options as (from: unknown) => FireOptions }),
    ...(enqueued === undefined ? {} : { enqueued: enqueued as NonNullable<ScheduleDefinition['enqueued']> }),
  })
}

function specOf(where: string, { cron, timeZone, everyMs, due }: AnyOptions): ScheduleSpec {
  if ((cron === undefined) === (everyMs === undefined)) {
    throw invalid(
      `${where} needs either cron or everyMs, to know when it ticks; got ${cron === undefined ? 'neither' : 'both'}`,
    )
  }
  if (cron === undefined) {
    if (timeZone !== undefined)
      throw invalid(`${where}: timeZone says whose clocks a cron pattern means; everyMs needs none`)
    const every = checkDuration(`${where}: everyMs`, everyMs, { min: 50, max: longestMs, integer: true })
    return { kind: due === undefined ? 'interval' : 'due', everyMs: every }
  }
  if (due !== undefined) throw invalid(`${where}: what is due is looked for every so often; pass everyMs, not cron`)
  if (typeof cron !== 'string') throw invalid(`${where}: cron must be a text; got ${show(cron)}`)
  const zone = checkTimeZone(where, timeZone ?? 'UTC')
  const pattern = cron.trim().replace(/\s+/g, ' ')
  checkCron(pattern, zone)
  return { kind: 'cron', cron: pattern, timeZone: zone }
}

function tickPolicies(where: string, { missed = 'once', overlap = 'allow', batch }: AnyOptions) {
  if (batch !== undefined) throw invalid(`${where}: batch is for schedules with a query for what is due`)
  return {
    missed: oneOf(`${where}: missed`, missed, ['skip', 'once', 'all'] as const),
    overlap: oneOf(`${where}: overlap`, overlap, ['allow', 'skip'] as const),
    batch: 1,
  }
}

function duePolicies(where: string, { missed, overlap, batch = 1_000 }: AnyOptions) {
  if (missed !== undefined || overlap !== undefined) {
    throw invalid(
      `${where}: missed and overlap do not apply to what is due in a table: one look finds all of it, and the query decides when a row is due again`,
    )
  }
  return {
    missed: 'once' as const,
    overlap: 'allow' as const,
    batch: checkNumber(`${where}: batch`, batch, { min: 1, max: 10_000 }),
  }
}

function queryOf(where: string, due: unknown): (tx: Tx, limit: number) => Promise<readonly unknown[]> {
  if (typeof due === 'function') return due as (tx: Tx, limit: number) => Promise<readonly unknown[]>
  if (typeof due !== 'string' || !/\$1\b/.test(due)) {
    throw invalid(`${where}: due must be a function, or an SQL statement that takes the most rows to return as $1`)
  }
  return async (tx, limit) => (await tx.query(due, [limit])).rows
}

function checkTimeZone(where: string, timeZone: unknown): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: timeZone as string })
    // as it was given: releases of Node disagree about which name of a zone is the right one
    return timeZone as string
  } catch {
    const hint = suggest(String(timeZone), Intl.supportedValuesOf('timeZone'))
    throw invalid(`${where}: there is no time zone '${String(timeZone)}'${hint}`)
  }
}

function oneOf<T extends string>(where: string, value: unknown, allowed: readonly T[]): T {
  const found = allowed.find((name) => name === value)
  if (found !== undefined) return found
  throw invalid(`${where} must be one of ${allowed.join(', ')}; got ${show(value)}${suggest(String(value), allowed)}`)
}

function invalid(message: string): PawlError {
  return new PawlError('invalid-option', message)
}
