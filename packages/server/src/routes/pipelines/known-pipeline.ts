import { ProblemError } from '@pawl/app'
import type { Pawl, Views } from 'pawl'

/** The name of a pipeline that this process has, or that a worker of another has declared: to look at one is enough. */
export async function knownPipeline(
  pawl: Pawl,
  name: string,
  { pipelines }: Pick<Views, 'pipelines'> = pawl,
): Promise<string> {
  if (pawl.definitions.pipelines.some((definition) => definition.name === name)) return name
  if ((await pipelines.list()).some((pipeline) => pipeline.name === name)) return name
  throw new ProblemError(404, 'unknown-pipeline', `there is no pipeline '${name}'`)
}
