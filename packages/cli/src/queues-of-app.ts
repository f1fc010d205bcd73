import type { App } from '@pawl/app'

/** The queues that the jobs and pipelines of an application are in. */
export function queuesOfApp({ jobs, pipelines = [] }: App): ReadonlySet<string> {
  return new Set([...jobs.map((job) => job.queue), ...pipelines.flatMap(({ pools }) => Object.keys(pools))])
}
