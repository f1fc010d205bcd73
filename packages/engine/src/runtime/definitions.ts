import type { JobDefinition } from '../job/job-definition.ts'
import type { PipelineDefinition } from '../pipeline/pipeline-definition.ts'
import type { ScheduleDefinition } from '../schedule/schedule-definition.ts'
import type { SourceDefinition } from '../source/source-definition.ts'
import type { PawlOptions } from './pawl-options.ts'
import type { Registry } from './registry.ts'

/** What a Pawl was made with, for programs that only know names: an HTTP API, a command line. It is `pawl.definitions`. */
export type Definitions = {
  /** Those that its pipelines bring included. */
  readonly jobs: readonly JobDefinition[]
  readonly schedules: readonly ScheduleDefinition[]
  readonly sources: readonly SourceDefinition[]
  readonly pipelines: readonly PipelineDefinition[]
}

export function definitionsOf(
  { schedules = [], sources = [], pipelines = [] }: PawlOptions,
  { definitions }: Registry,
): Definitions {
  return { jobs: [...definitions.values()], schedules, sources, pipelines }
}
