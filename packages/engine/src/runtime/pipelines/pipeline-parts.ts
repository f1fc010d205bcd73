import type { JobDefinition } from '../../job/job-definition.ts'
import { drawPipeline } from '../../pipeline/draw-pipeline.ts'
import type { PipelineDefinition } from '../../pipeline/pipeline-definition.ts'
import { declarePipeline } from '../../postgres/pipelines.ts'
import type { QueueOptions } from '../worker/worker-options.ts'
import { bindPhases } from './bind-phases.ts'
import { bindStages } from './bind-stages.ts'
import { PipelineBook } from './pipeline-book.ts'
import type { PipelineServices } from './pipeline-services.ts'

/** What one Pawl knows of pipelines, and the jobs that run them. */
export type PipelineParts = {
  readonly book: PipelineBook
  readonly services: PipelineServices
  readonly jobs: readonly JobDefinition[]
  /** Those of the jobs, and what was given for them or others. */
  readonly queues: Readonly<Record<string, QueueOptions>>
  start(): Promise<void>
}

export function makePipelineParts(
  definitions: readonly PipelineDefinition[],
  services: PipelineServices,
  given: Readonly<Record<string, QueueOptions>>,
): PipelineParts {
  const book = new PipelineBook(definitions)
  const pools = Object.entries(book.pools).map(([queue, limits]) => [queue, { ...limits, ...given[queue] }])
  const queues = { ...given, ...Object.fromEntries(pools) }
  return {
    book,
    services,
    jobs: book.all.flatMap((each) =>
      each.kind === 'stages' ? bindStages(each, services) : bindPhases(each, services),
    ),
    queues,
    async start() {
      for (const each of book.all) await declarePipeline(services.runner, drawPipeline(each, queues))
    },
  }
}
