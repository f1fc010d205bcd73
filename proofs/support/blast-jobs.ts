import { setTimeout as pause } from 'node:timers/promises'
import { defineJob, type Job } from 'pawl'
import { z } from 'zod'

const body = z.object({})

export const longMs = 15_000

/** Jobs of 15 s and jobs of no time at all, each in a queue of its own. Each leaves a row in a table without a unique constraint. */
export function blastJobs() {
  const long = defineJob({
    type: 'long',
    body,
    async run(job) {
      await pause(longMs, undefined, { signal: job.signal })
      await leaveRow(job)
    },
  })
  const short = defineJob({ type: 'short', body, run: leaveRow })
  return { long, short }
}

function leaveRow(job: Job): Promise<unknown> {
  return job.commit((tx) => tx.query('insert into blast_effect (job) values ($1)', [job.id]))
}
