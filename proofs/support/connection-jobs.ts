import { setTimeout as pause } from 'node:timers/promises'
import { defineJob, type Job, type Tx } from 'pawl'
import { z } from 'zod'

const body = z.object({ n: z.number().int() })
/** One failure is a dead letter. */
const retry = { attempts: 1 }
const maxWorkMs = 30

export const hasStep = (n: number): boolean => n % 3 === 0
export const hasFollowUp = (n: number): boolean => n % 3 === 1

/** Jobs with one attempt that use all of Pawl's own connections: commits, steps, progress and follow-ups. */
export function connectionJobs() {
  const followUp = defineJob({ type: 'follow-up', body, retry, run: commitEffect })
  const effect = defineJob({
    type: 'effect',
    body,
    retry,
    async run(job) {
      await work()
      if (hasStep(job.body.n)) await job.step('step', (tx) => insertEffect(tx, 'step', job), { tx: true })
      if (hasFollowUp(job.body.n)) await job.enqueue(followUp, job.body)
      else job.progress({ n: job.body.n })
      await commitEffect(job)
    },
  })
  return { effect, followUp }
}

function commitEffect(job: Job<{ n: number }>): Promise<void> {
  return job.commit(async (tx) => {
    await insertEffect(tx, job.type, job)
    await work()
  })
}

function work(): Promise<void> {
  return pause(Math.random() * maxWorkMs)
}

async function insertEffect(tx: Tx, type: string, job: Job<{ n: number }>): Promise<void> {
  const text = 'insert into effect (type, n, job, attempt) values ($1, $2, $3, $4)'
  await tx.query(text, [type, job.body.n, job.id, job.attempt])
}
