import type { EnqueueOptions } from '../job/enqueue-options.ts'
import type { BodyInput, JobDefinition } from '../job/job-definition.ts'
import type { JobView } from '../postgres/jobs.ts'
import type { Pawl } from '../runtime/pawl.ts'

/**
 * Runs one job by hand: enqueues it, works until the line is empty, and returns what became of it.
 *
 * @example
 * ```ts
 * const job = await runJob(pawl, greet, { name: 'Ada' })
 * expect(job.status).toBe('succeeded')
 * ```
 */
export async function runJob<D extends JobDefinition>(
  pawl: Pawl,
  definition: D,
  body: BodyInput<D>,
  options: EnqueueOptions<BodyInput<D>> = {},
): Promise<JobView> {
  const { id } = await pawl.enqueue(definition, body, options)
  await pawl.drain({ keepOpen: true })
  return (await pawl.job(id))!
}
