import { checkName, checkNumber, refuseUnknownOptions } from '../../check-options.ts'
import { checkDuration } from '../../check-time.ts'
import { PawlError } from '../../errors.ts'
import type { PhasesDefinition } from '../../pipeline/define-phases.ts'
import type { StagesDefinition } from '../../pipeline/define-stages.ts'
import { describeStage, type StageProgress } from '../../pipeline/stage-progress.ts'
import {
  countStages,
  type ItemDetail,
  type ItemFilter,
  type ItemView,
  listItems,
  showItem,
} from '../../postgres/items.ts'
import { listPipelines, type PipelineView } from '../../postgres/pipelines.ts'
import type { Runner } from '../../postgres/runner.ts'
import { forgiveFailures, listFailures, listRuns, type RowFailure, type RunFilter } from '../../postgres/runs.ts'
import type { Canceller } from '../canceller.ts'
import type { DeadLetters } from '../dead-letters.ts'
import { checkFailureFilter, checkRunFilter } from './check-run-filter.ts'
import { PhaseRuns, type StartedRun, type StartOptions } from './phase-runs.ts'
import type { PipelineParts } from './pipeline-parts.ts'
import { type RunView, runView } from './run-view.ts'
import {
  checkLimit,
  type PipelineCancellation,
  type RetryOptions,
  StageItems,
  type Submission,
  type SubmitOptions,
} from './stage-items.ts'

/** Which failed rows are listed. */
export type FailureFilter = {
  readonly phase?: string
  /** The last one of the page before. */
  readonly after?: { readonly phase: string; readonly key: string }
  readonly limit?: number
}

/** What is counted of stages. */
export type StagesFilter = {
  /** What came through a stage in this time is counted as done; 24 hours unless said otherwise. */
  readonly withinMs?: number
}

export type PipelinesParts = {
  readonly parts: PipelineParts
  /** Runs what changes nothing. */
  readonly reader: Runner
  readonly canceller: Canceller
  readonly deadLetters: DeadLetters
}

const dayMs = 24 * 60 * 60 * 1000

type Named = { readonly name: string } | string

/**
 * What people and programs do with pipelines: put items in, start runs, look at them, cancel. It is `pawl.pipelines`.
 *
 * @example
 * ```ts
 * for (const { pipeline, subject, state, phases } of await pawl.pipelines.runs({ limit: 10 })) {
 *   console.log(pipeline, subject, state, phases.at(-1)?.line)
 * }
 * ```
 */
export class Pipelines {
  readonly #parts: PipelineParts
  readonly #reader: Runner
  readonly #items: StageItems
  readonly #runs: PhaseRuns

  constructor({ parts, reader, canceller, deadLetters }: PipelinesParts) {
    this.#parts = parts
    this.#reader = reader
    this.#items = new StageItems(parts.services, canceller)
    this.#runs = new PhaseRuns(parts.services, canceller, deadLetters)
  }

  /** All pipelines that a worker has declared, each with its picture. */
  list(): Promise<PipelineView[]> {
    return listPipelines(this.#reader)
  }

  /** Puts an item into the first stage, unless it is queued or running in any of them. */
  async submit<Input>(
    pipeline: StagesDefinition<Input>,
    item: string,
    input: NoInfer<Input>,
    options: SubmitOptions = {},
  ): Promise<Submission> {
    return this.#items.submit(this.#parts.book.find(pipeline, 'stages'), item, input, options)
  }

  /** Tries an item again that has failed, was cancelled or is done, with what the stages before have come to. */
  async retry(pipeline: StagesDefinition, item: string, options: RetryOptions = {}): Promise<Submission> {
    return this.#items.retry(this.#parts.book.find(pipeline, 'stages'), item, options)
  }

  /** Starts a run over a subject, unless one is under way. One that has failed for good is taken up again. */
  async start(pipeline: PhasesDefinition, subject: string, options: StartOptions = {}): Promise<StartedRun> {
    return this.#runs.start(this.#parts.book.find(pipeline, 'phases'), subject, options)
  }

  /** Cancels an item in whichever stage it is, or the run over a subject, between two of its batches. */
  async cancel(pipeline: StagesDefinition | PhasesDefinition, name: string): Promise<PipelineCancellation> {
    const { book } = this.#parts
    return kindOf('pipelines.cancel', pipeline) === 'stages'
      ? this.#items.cancel(book.find(pipeline, 'stages'), name)
      : this.#runs.cancel(book.find(pipeline, 'phases'), name)
  }

  /** Forgets an item and its results, whatever it is doing. False: there is none. */
  async remove(pipeline: StagesDefinition, item: string): Promise<boolean> {
    return this.#items.remove(this.#parts.book.find(pipeline, 'stages'), item)
  }

  /** An item with its input and results, or the newest run over a subject with its phases. */
  get(pipeline: StagesDefinition, item: string): Promise<ItemDetail | undefined>
  get(pipeline: PhasesDefinition, subject: string): Promise<RunView | undefined>
  async get(pipeline: StagesDefinition | PhasesDefinition, name: string): Promise<ItemDetail | RunView | undefined> {
    const isStages = kindOf('pipelines.get', pipeline) === 'stages'
    checkName(isStages ? 'the name of an item' : 'the name of a subject', name)
    if (isStages) return showItem(this.#reader, { pipeline: pipeline.name, item: name })
    return (await this.runs({ pipeline: pipeline.name, subject: name, limit: 1 }))[0]
  }

  /** Items of a pipeline, by version, the newest first; the next page is `before` the version of the last one. */
  async items(pipeline: Named, filter: ItemFilter = {}): Promise<ItemView[]> {
    refuseUnknownOptions('pipelines.items', filter, ['stage', 'state', 'before', 'limit'])
    checkLimit('pipelines.items', filter.limit)
    if (filter.before !== undefined) checkNumber('pipelines.items: before', filter.before, { min: 1 })
    if (filter.stage !== undefined) checkName('pipelines.items: stage', filter.stage)
    const states = ['queued', 'running', 'done', 'failed', 'cancelled']
    if (filter.state !== undefined && !states.includes(filter.state)) {
      throw new PawlError(
        'invalid-option',
        `pipelines.items: state is one of ${states.join(', ')}; got '${filter.state}'`,
      )
    }
    return listItems(this.#reader, nameOf(pipeline), filter)
  }

  /** How each stage gets on: how many items are in it and have been through it lately, its rate, and a line for people. */
  async stages(pipeline: Named, options: StagesFilter = {}): Promise<StageProgress[]> {
    refuseUnknownOptions('pipelines.stages', options, ['withinMs'])
    const { withinMs = dayMs } = options
    checkDuration('pipelines.stages: withinMs', withinMs, { min: 1, integer: true })
    const counts = await countStages(this.#reader, nameOf(pipeline), withinMs)
    return counts.map((each) => describeStage(each, withinMs))
  }

  /** The history of runs, the newest first; the next page is `before` the id of the last one. */
  async runs(filter: RunFilter = {}): Promise<RunView[]> {
    checkRunFilter(filter)
    return (await listRuns(this.#reader, filter)).map(runView)
  }

  /** Rows of a subject that have failed and were not mended since. */
  async failures(pipeline: Named, subject: string, filter: FailureFilter = {}): Promise<RowFailure[]> {
    refuseUnknownOptions('pipelines.failures', filter, ['phase', 'after', 'limit'])
    checkFailureFilter('pipelines.failures', subject, filter)
    const { phase = null, after, limit = 100 } = filter
    return listFailures(this.#reader, { pipeline: nameOf(pipeline), subject }, { phase, after, limit })
  }

  /** Lets rows be tried again that have failed too often. Returns how many. */
  async forgive(pipeline: Named, subject: string, options: { readonly phase?: string } = {}): Promise<number> {
    refuseUnknownOptions('pipelines.forgive', options, ['phase'])
    checkFailureFilter('pipelines.forgive', subject, options)
    return forgiveFailures(this.#parts.services.runner, { pipeline: nameOf(pipeline), subject }, options.phase ?? null)
  }
}

function nameOf(pipeline: Named): string {
  return checkName('the name of a pipeline', typeof pipeline === 'string' ? pipeline : pipeline?.name)
}

function kindOf(where: string, pipeline: StagesDefinition | PhasesDefinition): 'stages' | 'phases' {
  const kind: unknown = (pipeline as Partial<StagesDefinition> | null | undefined)?.kind
  if (kind === 'stages' || kind === 'phases') return kind
  throw new PawlError(
    'invalid-option',
    `${where} takes a pipeline as defineStages or definePhases returned it; got ${typeof pipeline === 'string' ? `'${pipeline}'` : String(pipeline)}`,
  )
}
