import { defineJob, defineSchedule } from 'pawl'
import { z } from 'zod'

export const tickEveryMs = 500

/** Short jobs and a schedule that note how late they start. All clocks are this process's own. */
export function measuredWork() {
  const jobsMs: number[] = []
  const ticksMs: number[] = []
  const body = z.object({ at: z.number() })
  const short = defineJob({ type: 'short', body, run: (job) => void jobsMs.push(Date.now() - job.body.at) })
  const tick = defineJob({ type: 'tick', body, run: (job) => void ticksMs.push(Date.now() - job.body.at) })
  const schedule = defineSchedule({
    name: 'ticks',
    everyMs: tickEveryMs,
    job: tick,
    body: ({ at }) => ({ at: at.getTime() }),
  })
  return { jobsMs, ticksMs, short, tick, schedule }
}

/** Each job calls a site of its own, so each has a lane of its own. */
export const siteJob = defineJob({
  type: 'site',
  queue: 'sites',
  body: z.object({ host: z.string() }),
  source: ({ host }) => host,
  run: () => {},
})
