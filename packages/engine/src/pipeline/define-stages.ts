import type { StandardSchemaV1 } from '@standard-schema/spec'
import { checkFunction, checkName, refuseUnknownOptions } from '../check-options.ts'
import { PawlError } from '../errors.ts'
import { defineJob } from '../job/define-job.ts'
import type { Tx } from '../job/job.ts'
import type { JobDefinition } from '../job/job-definition.ts'
import { bodySchema } from './body-schema.ts'
import { pipelineName, unbound } from './pipeline-name.ts'
import { poolsOf, type QueueLimits } from './pools.ts'
import type { StageDefinition } from './stage.ts'

/** What `defineStages` takes besides its name and stages. */
export type StagesOptions<Input, Given = Input> = {
  /** Any Standard Schema: what an item is submitted with is checked by it, and stages get what it makes of that. */
  readonly input?: StandardSchemaV1<Given, Input>
  /**
   * The version of your own row for an item; undefined when there is none. Where it is given, an item whose row was changed
   * by somebody else or is gone ends quietly, at its next stage or when that would move it on.
   */
  readonly version?: (tx: Tx, item: string) => Promise<string | number | undefined>
}

/** The body of a stage's job: the item, and its version when it came to this stage. */
export type StageBody = { readonly item: string; readonly version: number }

/** The body of `definition.job`, which submits an item. */
export type SubmitBody = {
  readonly item: string
  readonly input?: unknown
  /** As in the options of `pipelines.submit`. */
  readonly from?: string
}

/** A pipeline of stages as the engine knows it. Made by `defineStages`. */
export type StagesDefinition<Given = unknown> = {
  readonly kind: 'stages'
  readonly name: string
  readonly stages: readonly (StageDefinition & {
    readonly job: JobDefinition<StandardSchemaV1<StageBody, StageBody>>
  })[]
  readonly pools: Readonly<Record<string, QueueLimits>>
  readonly input: StandardSchemaV1<Given> | undefined
  /** A job that does what `pipelines.submit` does: for schedules, and for handlers. */
  readonly job: JobDefinition<StandardSchemaV1<SubmitBody, SubmitBody>>
  version?(tx: Tx, item: string): Promise<string | number | undefined>
}

/** As little as tells one: with more, TypeScript would take a stage's input from here and not from its function. */
type AnyStage = { readonly name: string; readonly timeoutMs: number }

/** What all of these stages can be given: one that does not say takes anything. */
type InputOf<Stages extends readonly AnyStage[]> = {
  [K in keyof Stages]: Stages[K] extends StageDefinition<infer Input> ? (input: Input) => void : never
}[number] extends (input: infer Input) => void
  ? Input
  : never

const body = bodySchema<StageBody>({
  item: (item) => typeof item === 'string',
  version: (version) => typeof version === 'number',
})

const submitBody = bodySchema<SubmitBody>({
  item: (item) => typeof item === 'string' && item !== '' && item.length <= 200,
  input: () => true,
  from: (from) => from === undefined || typeof from === 'string',
})
/** The job that submits is named like a stage. */
const submitName = 'submit'

/**
 * A pipeline that moves items from stage to stage. Each stage is a job type of its own, `pipeline.stage`; moving on is one
 * transaction that keeps the stage's result and enqueues the next.
 *
 * @example
 * ```ts
 * const report = defineStages('site-report', [
 *   stage('website-analysis', { run: (site: StageItem<{ url: string }>) => `words of ${site.input.url}` }),
 *   stage('model-analysis', { slots: 2, run: (site) => `what to think of ${site.results['website-analysis']}` }),
 * ])
 * const pawl = createPawl({ url: process.env.DATABASE_URL!, jobs: [], pipelines: [report] })
 * await pawl.pipelines.submit(report, 'example.org', { url: 'https://example.org' })
 * await pawl.drain()
 * ```
 */
export function defineStages<const Stages extends readonly AnyStage[], Given = InputOf<Stages>>(
  name: string,
  stages: Stages,
  options: StagesOptions<InputOf<Stages>, Given> = {},
): StagesDefinition<Given> {
  const where = `defineStages('${pipelineName(name)}')`
  refuseUnknownOptions(where, options, ['input', 'version'])
  if (options.version !== undefined) checkFunction(`${where}: version`, options.version)
  if (options.input !== undefined && typeof options.input?.['~standard']?.validate !== 'function') {
    throw new PawlError('invalid-option', `${where}: input must be a Standard Schema`)
  }
  checkStages(where, stages)
  const made = (stages as unknown as readonly StageDefinition[]).map((each) => ({ ...each, job: stageJob(name, each) }))
  return Object.freeze({
    kind: 'stages',
    name,
    stages: Object.freeze(made),
    pools: poolsOf(
      where,
      made.map(({ job, slots, startRate, name }) => ({ queue: job.queue, slots, startRate, of: name })),
    ),
    input: options.input as StandardSchemaV1<Given> | undefined,
    job: submitJob(name),
    ...(options.version === undefined ? {} : { version: options.version }),
  })
}

function stageJob(pipeline: string, stage: StageDefinition) {
  const type = checkName('the type of a stage', `${pipeline}.${stage.name}`)
  const { source } = stage
  return defineJob({
    type,
    queue: stage.queue ?? type,
    priority: stage.priority,
    body,
    retry: stage.retry,
    timeoutMs: stage.timeoutMs,
    // of its steps
    maxResultBytes: stage.maxResultBytes,
    ...(source === undefined ? {} : { source: ({ item }: StageBody) => source(item) }),
    run: unbound(pipeline),
  })
}

function submitJob(pipeline: string) {
  const type = checkName('the type of the job that submits', `${pipeline}.${submitName}`)
  return defineJob({ type, body: submitBody, run: unbound(pipeline) })
}

function checkStages(where: string, stages: readonly unknown[]): void {
  const isStage = (made: unknown) => typeof (made as Partial<StageDefinition> | null)?.timeoutMs === 'number'
  if (!Array.isArray(stages) || stages.length === 0 || !stages.every(isStage)) {
    throw new PawlError('invalid-option', `${where} takes a list of at least one stage(…)`)
  }
  const names = stages.map(({ name }) => name as string)
  if (names.includes(submitName)) {
    throw new PawlError('invalid-option', `${where}: no stage can be named '${submitName}': the job that submits is`)
  }
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) {
    throw new PawlError('invalid-option', `${where}: two stages have the name '${twice}'; give one another name`)
  }
}
