import { checkName } from '../check-options.ts'
import { PawlError } from '../errors.ts'

export function pipelineName(name: unknown): string {
  return checkName('the name of a pipeline', name)
}

/** Stands where a Pawl puts its own: a pipeline runs only where it was passed to `createPawl`. */
export function unbound(pipeline: string): () => never {
  return () => {
    throw new PawlError(
      'unbound-pipeline',
      `the pipeline '${pipeline}' is run by its jobs alone: pass it in \`pipelines\`, not its jobs in \`jobs\``,
    )
  }
}
