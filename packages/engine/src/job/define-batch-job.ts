import type { StandardSchemaV1 } from '@standard-schema/spec'
import { checkFunction, checkNumber, refuseUnknownOptions, show } from '../check-options.ts'
import { PawlError } from '../errors.ts'
import type { BatchJob } from './batch-job.ts'
import { defineJob, type JobOptions, jobOptionNames } from './define-job.ts'
import type { JobDefinition } from './job-definition.ts'

/** What `defineBatchJob` takes. */
export type BatchJobOptions<S extends StandardSchemaV1> = Omit<JobOptions<S>, 'run'> & {
  /** How many jobs one run of the handler gets at the most; fewer if fewer are in line. */
  readonly batch: number
  /** Does the work of all of them. Each is settled on its own: see `BatchJob`. */
  run(jobs: readonly BatchJob<StandardSchemaV1.InferOutput<S>>[]): unknown
}

/**
 * Defines a job type whose handler takes several jobs in one run: for what is cheaper together, such as a bulk insert or an
 * API that takes a list. Each job keeps its own retries, fence and timeout. It needs a queue of its own.
 *
 * @example
 * ```ts
 * const index = defineBatchJob({
 *   type: 'search.index',
 *   body: z.object({ id: z.string() }),
 *   batch: 100,
 *   async run(jobs) {
 *     const ids = jobs.map((job) => job.body.id)
 *     const answer = await fetch('https://search.example/bulk', { method: 'POST', body: JSON.stringify(ids) })
 *     const { failed } = (await answer.json()) as { failed: string[] }
 *     for (const job of jobs) if (failed.includes(job.body.id)) job.fail(new Error('not indexed'))
 *   },
 * })
 * ```
 */
export function defineBatchJob<S extends StandardSchemaV1>(options: BatchJobOptions<S>): JobDefinition<S> {
  const where = `defineBatchJob(${show(options?.type)})`
  refuseUnknownOptions(where, options, [...jobOptionNames, 'batch'])
  const { batch, run, ...others } = options
  checkFunction(`${where}: run`, run)
  return Object.freeze({
    ...defineJob({ ...others, run: refuse }),
    batch: checkNumber(`${where}: batch`, batch, { min: 1, max: 1_000 }),
    runBatch: run,
  })
}

function refuse(): never {
  throw new PawlError('batch-job', 'a batch job has no handler for one job; its runBatch takes a list')
}
