import type { StandardSchemaV1 } from '@standard-schema/spec'
import { checkName, checkNumber, refuseUnknownOptions } from '../check-options.ts'
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

/** The body of a run's job. A schedule may enqueue one: `definition.job` with `{ subject }`. */
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
  /** The job of a run, by which a schedule can start one. */
  readonly job: JobDefinition<StandardSchemaV1<RunBody, RunBody>>
}

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
  refuseUnknownOptions(where, options, ['subjectsAtOnce', 'slots', 'queue', 'priority', 'retry'])
  checkPhases(where, phases)
  const { subjectsAtOnce, slots } = options
  if (slots !== undefined) checkNumber(`${where}: slots`, slots, { min: 1, max: 10_000 })
  if (subjectsAtOnce !== undefined) {
    checkNumber(`${where}: subjectsAtOnce`, subjectsAtOnce, { min: 1, max: 10_000 })
  }
  const job = defineJob({
    type: name,
    queue: checkName(`${where}: queue`, options.queue ?? name),
    priority: checkNumber(`${where}: priority`, options.priority ?? 5, { min: 0, max: 9 }),
    body,
    key: ({ subject }: RunBody) => subject,
    ...(subjectsAtOnce === undefined ? {} : { group: () => `pipeline ${name}`, groupConcurrency: subjectsAtOnce }),
    retry: { attempts: 5, ...options.retry },
    run: unbound(name),
  })
  return Object.freeze({
    kind: 'phases',
    name,
    phases: Object.freeze([...phases]),
    pools: poolsOf(where, [{ queue: job.queue, slots, startRate: undefined, of: name }]),
    subjectsAtOnce,
    job,
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
