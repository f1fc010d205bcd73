import { cut, show } from '../check-options.ts'
import { PawlError } from '../errors.ts'
import type { JobDefinition } from '../job/job-definition.ts'
import type { StartRate } from '../postgres/claim.ts'
import { suggest } from '../suggest.ts'
import { checkQueueOptions, defaultConcurrency, type QueueOptions } from './worker/worker-options.ts'

export type QueueSettings = {
  readonly concurrency: number
  readonly startRate: StartRate | undefined
  /** How many jobs one run takes: see defineBatchJob. */
  readonly batch: number
}

/** The job types and queues one Pawl knows. */
export class Registry {
  readonly definitions: ReadonlyMap<string, JobDefinition>
  readonly queues: ReadonlyMap<string, QueueSettings>

  constructor(jobs: readonly JobDefinition[], queues: Readonly<Record<string, QueueOptions>>) {
    const definitions = new Map<string, JobDefinition>()
    for (const definition of jobs) {
      const other = definitions.get(definition.type)
      if (other !== undefined && other !== definition) {
        throw new PawlError(
          'duplicate-type',
          `two different jobs have the type '${definition.type}'; give one another name`,
        )
      }
      definitions.set(definition.type, definition)
    }
    this.definitions = definitions
    const names = new Set(jobs.map((definition) => definition.queue))
    for (const [queue, options] of Object.entries(queues)) {
      if (!names.has(queue)) {
        throw new PawlError('unknown-queue', `queues: no job is in the queue ${show(queue)}${suggest(queue, names)}`)
      }
      checkQueueOptions(queue, options)
    }
    this.queues = new Map(
      [...names].map((name) => [
        name,
        {
          concurrency: queues[name]?.concurrency ?? defaultConcurrency,
          startRate: queues[name]?.startRate,
          batch: batchOf(name, jobs),
        },
      ]),
    )
  }

  /** Of what `caller` was given as a job: programs in JavaScript pass what they like. */
  definitionOf(caller: string, job: unknown): JobDefinition {
    const type = typeof job === 'object' && job !== null ? (job as { type?: unknown }).type : undefined
    if (typeof type === 'string') return this.definition(type)
    const hint = typeof job === 'string' && this.definitions.has(job) ? ` of the type '${cut(job)}'` : ''
    throw new PawlError(
      'invalid-job',
      `${caller} takes a job as defineJob returned it; got ${show(job)}. Pass the definition${hint} itself.`,
    )
  }

  definition(type: string): JobDefinition {
    const definition = this.definitions.get(type)
    if (definition !== undefined) return definition
    const known = [...this.definitions.keys()]
    throw new PawlError(
      'unknown-type',
      `no job has the type ${show(type)}${suggest(type, known)}. Pass its definition in \`jobs\`.`,
    )
  }

  /** `met`: queues that others have. */
  checkQueue(queue: string, met: readonly string[]): string {
    if (this.queues.has(queue) || met.includes(queue)) return queue
    throw new PawlError(
      'unknown-queue',
      `there is no queue ${show(queue)}${suggest(queue, [...this.queues.keys(), ...met])}`,
    )
  }
}

/** How many attempts a slot takes is a matter of its queue: beside a batch job, others would be claimed by the hundred. */
function batchOf(queue: string, jobs: readonly JobDefinition[]): number {
  const definitions = jobs.filter((definition) => definition.queue === queue)
  const batch = definitions.find((definition) => definition.runBatch !== undefined)
  if (batch === undefined) return 1
  const other = definitions.find((definition) => definition !== batch)
  if (other === undefined) return batch.batch
  throw new PawlError(
    'batch-queue',
    `the queue '${queue}' has the batch job '${batch.type}' and '${other.type}': a batch job needs a queue of its own`,
  )
}
