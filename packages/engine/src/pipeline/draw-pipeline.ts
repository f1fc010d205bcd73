import type { PhasesDefinition } from './define-phases.ts'
import type { StagesDefinition } from './define-stages.ts'
import type { QueueLimits } from './pools.ts'

/** A pipeline as it can be drawn: names, arrows, and the pools that serve them. */
export type PipelinePicture = {
  readonly name: string
  readonly kind: 'stages' | 'phases'
  /** In order; each in its pool. */
  readonly nodes: readonly { readonly name: string; readonly pool: string; readonly note: string }[]
  readonly edges: readonly { readonly from: string; readonly to: string }[]
  readonly pools: readonly ({ readonly name: string; readonly concurrency: number } & QueueLimits)[]
}

const defaultSlots = 10

/**
 * The picture of a pipeline, for whoever draws it. With `queues`, as a process serves them.
 *
 * @example
 * ```ts
 * const report = defineStages('site-report', [
 *   stage('fetch', { run: () => 'a page' }),
 *   stage('ask', { slots: 2, run: () => 'an answer' }),
 * ])
 * console.log(drawPipeline(report).edges) // [{ from: 'fetch', to: 'ask' }]
 * ```
 */
export function drawPipeline(
  definition: StagesDefinition | PhasesDefinition,
  queues: Readonly<Record<string, QueueLimits>> = {},
): PipelinePicture {
  const nodes =
    definition.kind === 'stages'
      ? definition.stages.map(({ name, job }) => ({ name, pool: job.queue, note: `priority ${job.priority}` }))
      : definition.phases.map(({ name, batch, parallel }) => ({
          name,
          pool: definition.runJob.queue,
          note: `batches of ${batch}, ${parallel === 1 ? 'one at a time' : `${parallel} at a time`}`,
        }))
  return {
    name: definition.name,
    kind: definition.kind,
    nodes,
    edges: nodes.slice(1).map(({ name }, i) => ({ from: nodes[i]!.name, to: name })),
    pools: Object.entries(definition.pools).map(([name, limits]) => ({
      ...{ name, concurrency: defaultSlots },
      ...limitsOf(limits),
      ...limitsOf(queues[name]),
    })),
  }
}

/** A queue has options beside its limits, which belong in no picture. */
function limitsOf({ concurrency, startRate }: QueueLimits = {}): QueueLimits {
  return {
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(startRate === undefined ? {} : { startRate }),
  }
}

/**
 * The same as text, for a terminal.
 *
 * @example
 * ```ts
 * const report = defineStages('site-report', [stage('fetch', { run: () => 'a page' }), stage('ask', { run: () => 'an answer' })])
 * console.log(pictureText(drawPipeline(report)))
 * ```
 */
export function pictureText({ name, kind, nodes, pools }: PipelinePicture): string {
  const chain = nodes.map((node) => `[${node.name}]`).join(' ──► ')
  const lines = nodes.map((node) => `  ${node.name}: ${node.note}`)
  const served = pools.map(({ name: pool, concurrency, startRate }) => {
    const rate = startRate === undefined ? '' : `, ${startRate.limit} per ${startRate.perMs / 1000} s`
    const of = nodes.filter((node) => node.pool === pool).map((node) => node.name)
    return `  pool ${pool}: ${concurrency} slots${rate} (${of.join(', ')})`
  })
  return [`${name} (${kind})`, `  ${chain}`, ...lines, ...served].join('\n')
}
