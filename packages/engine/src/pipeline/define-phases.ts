import type { StandardSchemaV1 } from '@standard-schema/spec'
import { checkName, checkNumber, refuseUnknownOptions, show } from '../check-options.ts'
import { PawlError } from '../errors.ts'
import type { Backoff } from '../job/backoff.ts'
import { defineJob } from '../job/define-job.ts'
import type { JobDefinition } from '../job/job-definition.ts'
import { bodySchema } from './body-schema.ts'
import type { PhaseDefinition } from './phase.ts'
import { pipelineName, unbound } from './pipeline-name.ts'
import { poolsOf, type QueueLimits } from './pools.ts'

/** What `definePhases` takes besides its name and phases. */
export type PhasesOptions = {
  /** How many subjects are gone through at once, over all processes: 1 is one after the other. No limit when left out. */
  readonly subjectsAtOnce?: number
  /** Runs in each process; 10 unless said otherwise. */
  readonly slots?: number
  /** The pipeline's name unless said otherwise. */
  readonly queue?: string
  /** 0 goes first, 9 last; 5 unless said otherwise. */
  readonly priority?: number
  /** Of a run that fails as a whole; five attempts and `exponential()` unless said otherwise. */
  readonly retry?: { readonly attempts?: number; readonly backoff?: Backoff }
}

/** The body of `definition.job`, which starts a run, and of the run itself. */
export type RunBody = {
  readonly subject: string
  readonly input?: unknown
}

/** A pipeline of phases as the engine knows it. Made by `definePhases`. */
export type PhasesDefinition = {
  readonly kind: 'phases'
  readonly name: string
  readonly phases: readonly PhaseDefinition[]
  readonly pools: Readonly<Record<string, QueueLimits>>
  readonly subjectsAtOnce: number | undefined
  /** A job that does what `pipelines.start` does: for schedules, and for a start that is part of a transaction of yours. */
  readonly job: RunJob
  /** The job of a run. It is enqueued by `pipelines.start`. */
  readonly runJob: RunJob
}

type RunJob = JobDefinition<StandardSchemaV1<RunBody, RunBody>>

/** With what its jobs and its group are named by it still fits. */
const maxNameLength = 190

const body = bodySchema<RunBody>({
  subject: (subject) => typeof subject === 'string' && subject !== '' && subject.length <= 200,
  input: () => true,
})

/**
 * A pipeline that passes over a set of rows, phase after phase, for one subject at a time. It continues where it stood,
 * wherever it was killed.
 *
 * @example
 * ```ts
 * const numbers = phase('double', {
 *   undone: async (tx, subject, { after, limit }) =>
 *     (
 *       await tx.query(
 *         'select id from number where subject = $1 and doubled is null and id > coalesce($2::int, 0) order by id limit $3',
 *         [subject, after, limit],
 *       )
 *     ).rows as { id: number }[],
 *   write: (tx, done) =>
 *     tx.query('update number set doubled = id * 2 where id = any ($1)', [done.map(({ row }) => row.id)]),
 * })
 * const scan = definePhases('number-scan', [numbers], { subjectsAtOnce: 1 })
 * const pawl = createPawl({ url: process.env.DATABASE_URL!, jobs: [], pipelines: [scan] })
 * await pawl.pipelines.start(scan, 'small numbers')
 * await pawl.stop()
 * ```
 */
export function definePhases(
  name: string,
  phases: readonly PhaseDefinition[],
  options: PhasesOptions = {},
): PhasesDefinition {
  const where = `definePhases('${pipelineName(name)}')`
  if (name.length > maxNameLength) {
    throw new PawlError(
      'invalid-option',
      `the name of a pipeline of phases has ${maxNameLength} characters at the most; got one of ${name.length}: ${show(name)}`,
    )
  }
  refuseUnknownOptions(where, options, ['subjectsAtOnce', 'slots', 'queue', 'priority', 'retry'])
  checkPhases(where, phases)
  const { subjectsAtOnce, slots } = options
  if (slots !== undefined) checkNumber(`${where}: slots`, slots, { min: 1, max: 10_000 })
  if (subjectsAtOnce !== undefined) {
    checkNumber(`${where}: subjectsAtOnce`, subjectsAtOnce, { min: 1, max: 10_000 })
  }
  const common = {
    queue: checkName(`${where}: queue`, options.queue ?? name),
    priority: checkNumber(`${where}: priority`, options.priority ?? 5, { min: 0, max: 9 }),
    body,
    retry: { attempts: 5, ...options.retry },
    run: unbound(name),
  }
  const runJob = defineJob({
    ...common,
    type: name,
    key: ({ subject }: RunBody) => subject,
    ...(subjectsAtOnce === undefined ? {} : { group: () => `pipeline ${name}`, groupConcurrency: subjectsAtOnce }),
  })
  return Object.freeze({
    kind: 'phases',
    name,
    phases: Object.freeze([...phases]),
    pools: poolsOf(where, [{ queue: runJob.queue, slots, startRate: undefined, of: name }]),
    subjectsAtOnce,
    // a dead letter of a run holds the key of its subject, so that a schedule must not enqueue runs itself
    job: defineJob({ ...common, type: `${name}.start` }),
    runJob,
  })
}

function checkPhases(where: string, phases: readonly unknown[]): void {
  const isPhase = (made: unknown) => typeof (made as Partial<PhaseDefinition> | null)?.undone === 'function'
  if (!Array.isArray(phases) || phases.length === 0 || !phases.every(isPhase)) {
    throw new PawlError('invalid-option', `${where} takes a list of at least one phase(…)`)
  }
  const names = phases.map(({ name }) => name as string)
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) {
    throw new PawlError('invalid-option', `${where}: two phases have the name '${twice}'; give one another name`)
  }
}
