import type { PhasesDefinition } from './define-phases.ts'
import type { StagesDefinition } from './define-stages.ts'

/** What `defineStages` or `definePhases` returned. */
export type PipelineDefinition = StagesDefinition | PhasesDefinition
