import type { JobView } from '../../src/index.ts'
import type { Pawl } from '../../src/runtime/pawl.ts'
import { until } from './until.ts'

/** Waits until a job has one of these states and returns it. */
export function reaches(pawl: Pawl, id: string, ...states: readonly JobView['status'][]): Promise<JobView> {
  return until(`${id} is ${states.join(' or ')}`, async () => {
    const job = await pawl.job(id)
    return job !== undefined && states.includes(job.status) && job
  })
}
