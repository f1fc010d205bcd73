import type { JobId } from '../job/job-id.ts'
import type { Pawl } from '../runtime/pawl.ts'

export type SeenEnqueue = { readonly id: JobId; readonly type: string; readonly body: unknown }

export type EnqueueSpy = {
  /** What this Pawl has enqueued since, follow-ups of its jobs included, in order; of one type if it is given. */
  seen(type?: string): Promise<SeenEnqueue[]>
  stop(): void
}

/** Records what a Pawl enqueues, so that a test can ask for it. */
export function spyOnEnqueues(pawl: Pawl): EnqueueSpy {
  const seen: { id: JobId; type: string }[] = []
  const stop = pawl.on('job.enqueue', ({ ids, type }) => {
    for (const id of ids) seen.push({ id, type })
  })
  return {
    stop,
    async seen(type) {
      const wanted = seen.filter((job) => type === undefined || job.type === type)
      return Promise.all(wanted.map(async (job) => ({ ...job, body: (await pawl.job(job.id))?.body })))
    },
  }
}
