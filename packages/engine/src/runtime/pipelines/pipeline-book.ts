import { PawlError } from '../../errors.ts'
import type { PhasesDefinition } from '../../pipeline/define-phases.ts'
import type { StagesDefinition } from '../../pipeline/define-stages.ts'
import type { PipelineDefinition } from '../../pipeline/pipeline-definition.ts'
import { poolsOf, type QueueLimits } from '../../pipeline/pools.ts'
import { suggest } from '../../suggest.ts'

/** The pipelines one Pawl was given. */
export class PipelineBook {
  readonly #byName = new Map<string, StagesDefinition | PhasesDefinition>()
  /** What their stages and phases want of their queues. */
  readonly pools: Readonly<Record<string, QueueLimits>>

  constructor(definitions: readonly PipelineDefinition[]) {
    for (const definition of definitions) {
      if (this.#byName.has(definition.name)) {
        throw new PawlError('duplicate-pipeline', `two pipelines have the name '${definition.name}'`)
      }
      this.#byName.set(definition.name, definition)
    }
    const wanted = this.all.flatMap(({ name: of, pools }) =>
      Object.entries(pools).map(([queue, { concurrency: slots, startRate }]) => ({ queue, slots, startRate, of })),
    )
    this.pools = poolsOf('pipelines', wanted)
  }

  get all(): readonly (StagesDefinition | PhasesDefinition)[] {
    return [...this.#byName.values()]
  }

  /** One of this kind that this Pawl has. */
  find<K extends 'stages' | 'phases'>(
    given: { readonly name: string; readonly kind: string },
    kind: K,
  ): K extends 'stages' ? StagesDefinition : PhasesDefinition {
    const found = this.#byName.get(given?.name)
    if (found === undefined) {
      const hint = suggest(String(given?.name), this.#byName.keys())
      throw new PawlError(
        'unknown-pipeline',
        `there is no pipeline '${given?.name}'${hint}. Pass its definition in \`pipelines\`.`,
      )
    }
    if (found.kind === kind) return found as never
    throw new PawlError('wrong-pipeline', `'${found.name}' is a pipeline of ${found.kind}, and this is for ${kind}`)
  }
}
