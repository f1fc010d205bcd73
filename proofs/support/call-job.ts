import { defineJob, defineSource, type SourceOptions } from 'pawl'
import { z } from 'zod'

/** A job that calls a service once, and the service as the proof wants it to be treated. */
export function callJob(origin: string, source: SourceOptions) {
  const service = defineSource({ allowPrivate: true, ...source })
  const call = defineJob({
    type: 'call',
    body: z.object({ n: z.number().int() }),
    source: () => service.name,
    run: async (job) => (await job.fetch(`${origin}/${job.body.n}`)).status,
  })
  return { call, service }
}
