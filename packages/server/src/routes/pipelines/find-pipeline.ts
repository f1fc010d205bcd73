import { ProblemError } from '@pawl/app'
import type { Pawl, PhasesDefinition, StagesDefinition } from 'pawl'

/** A pipeline of this process by its name; to act on one, its code has to be here. */
export function findPipeline<K extends 'stages' | 'phases'>(
  pawl: Pawl,
  name: string,
  kind: K,
): K extends 'stages' ? StagesDefinition : PhasesDefinition {
  const found = pawl.definitions.pipelines.find((definition) => definition.name === name)
  if (found === undefined) {
    throw new ProblemError(404, 'unknown-pipeline', `there is no pipeline '${name}' in this process`)
  }
  if (found.kind === kind) return found as never
  throw new ProblemError(409, 'wrong-pipeline', `'${name}' is a pipeline of ${found.kind}, and this is for ${kind}`)
}
