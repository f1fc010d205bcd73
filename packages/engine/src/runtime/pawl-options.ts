import { checkFlag, checkFunction, checkNumber, refuseUnknownOptions } from '../check-options.ts'
import { PawlError } from '../errors.ts'
import type { ErrorClassifier } from '../job/classify-error.ts'
import type { JobDefinition } from '../job/job-definition.ts'
import type { Tracing } from '../job/tracing.ts'
import { longestTimerMs } from '../longest-timer-ms.ts'
import type { PipelineDefinition } from '../pipeline/pipeline-definition.ts'
import type { ScheduleDefinition } from '../schedule/schedule-definition.ts'
import type { SourceDefinition } from '../source/source-definition.ts'
import type { Logger } from './log-events.ts'
import type { ReadOptions } from './read-options.ts'
import type { RetentionOptions } from './retention-options.ts'
import type { QueueOptions, WorkerOptions } from './worker/worker-options.ts'

/** What `createPawl` takes. */
export type PawlOptions = {
  /** Where PostgreSQL is, as postgres://user:password@host:port/database. */
  readonly url: string
  /** The job types this process knows. It enqueues and runs no others. */
  readonly jobs: readonly JobDefinition[]
  /** What `defineSchedule` returned. Their jobs must be among `jobs`. */
  readonly schedules?: readonly ScheduleDefinition[]
  /** What `defineSource` returned: the outside services that jobs call. */
  readonly sources?: readonly SourceDefinition[]
  /** What `defineStages` and `definePhases` returned. Their jobs need not be among `jobs`. */
  readonly pipelines?: readonly PipelineDefinition[]
  /** By name; what is left out has ten slots and no start rate. */
  readonly queues?: Readonly<Record<string, QueueOptions>>
  /** How this process works when it is started. */
  readonly worker?: WorkerOptions
  /** Asked first about each error; what it leaves undecided is decided by Pawl. */
  readonly classifyError?: ErrorClassifier
  /** pino, or anything of its shape. */
  readonly logger?: Logger
  /** What `openTelemetry` of `pawl/opentelemetry` makes: enqueues and runs are traced. */
  readonly tracing?: Tracing
  /** A pooler in transaction mode (PgBouncer) stands before PostgreSQL: no prepared statements, no LISTEN. */
  readonly pooler?: boolean
  /** Bring the schema up to date in `start`. True unless said otherwise. */
  readonly migrate?: boolean
  /** How long `enqueue` waits for PostgreSQL before it rejects with the code `enqueue-timeout`. Default: 30 s. */
  readonly enqueueTimeoutMs?: number
  /** How long `start` waits for a PostgreSQL that starts up or is full, with the code `not-ready`. Default: 30 s. */
  readonly startTimeoutMs?: number
  /** How long history is kept, and dead letters. */
  readonly retention?: RetentionOptions
  /** Limits of lists, counts and other reads. */
  readonly reads?: ReadOptions
}

const known = [
  'url',
  'jobs',
  'schedules',
  'sources',
  'pipelines',
  'queues',
  'worker',
  'classifyError',
  'logger',
  'tracing',
  'pooler',
  'migrate',
  'enqueueTimeoutMs',
  'startTimeoutMs',
  'retention',
  'reads',
]

export function checkPawlOptions(options: PawlOptions): void {
  refuseUnknownOptions('createPawl', options, known)
  if (typeof options.url !== 'string' || !/^postgres(ql)?:\/\//.test(options.url)) {
    throw new PawlError(
      'invalid-option',
      `createPawl: url must be a PostgreSQL URL (postgres://…); got ${String(options.url)}`,
    )
  }
  checkDefinitions('jobs', options.jobs, 'run', 'defineJob')
  if (options.schedules !== undefined) checkDefinitions('schedules', options.schedules, 'body', 'defineSchedule')
  if (options.sources !== undefined) checkSources(options.sources)
  if (options.pipelines !== undefined) checkPipelines(options.pipelines)
  if (options.classifyError !== undefined) checkFunction('createPawl: classifyError', options.classifyError)
  if (options.logger !== undefined) checkLogger(options.logger)
  if (options.tracing !== undefined) checkTracing(options.tracing)
  for (const name of ['enqueueTimeoutMs', 'startTimeoutMs'] as const) {
    const value = options[name]
    if (value !== undefined) checkNumber(`createPawl: ${name}`, value, { min: 1, max: longestTimerMs, integer: false })
  }
  for (const name of ['pooler', 'migrate'] as const) {
    if (options[name] !== undefined) checkFlag(`createPawl: ${name}`, options[name])
  }
}

/** `method`: what every definition of this kind has. */
function checkDefinitions(name: string, list: readonly unknown[], method: string, maker: string): void {
  const isMade = (made: unknown) => typeof (made as Record<string, unknown> | null | undefined)?.[method] === 'function'
  if (Array.isArray(list) && list.every(isMade)) return
  throw new PawlError('invalid-option', `createPawl: ${name} must be a list of what ${maker} returned`)
}

function checkSources(list: readonly unknown[]): void {
  const isMade = (made: unknown) => typeof (made as Partial<SourceDefinition> | null | undefined)?.buckets === 'object'
  if (Array.isArray(list) && list.every(isMade)) return
  throw new PawlError('invalid-option', 'createPawl: sources must be a list of what defineSource returned')
}

function checkPipelines(list: readonly unknown[]): void {
  const isMade = (made: unknown) => typeof (made as Partial<PipelineDefinition> | null | undefined)?.pools === 'object'
  if (Array.isArray(list) && list.every(isMade)) return
  throw new PawlError(
    'invalid-option',
    'createPawl: pipelines must be a list of what defineStages and definePhases returned',
  )
}

function checkLogger(logger: Logger): void {
  for (const level of ['debug', 'info', 'warn', 'error'] as const) {
    checkFunction(`createPawl: logger.${level}`, (logger as Partial<Logger> | null)?.[level])
  }
}

function checkTracing(tracing: Tracing): void {
  for (const name of ['enqueue', 'run', 'runBatch'] as const) {
    checkFunction(`createPawl: tracing.${name}`, (tracing as Partial<Tracing> | null)?.[name])
  }
}
