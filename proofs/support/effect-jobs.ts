import { setTimeout as pause } from 'node:timers/promises'
import { defineJob, fixed, type Job, LeaseLostError, type Tx } from 'pawl'
import { z } from 'zod'

const body = z.object({ n: z.number().int() })
/** Above what one outage can cost a job: no job may end as a dead letter because PostgreSQL was away. */
const retry = { attempts: 10, backoff: fixed({ delayMs: 200 }) }
const maxWorkMs = 15

/**
 * Jobs whose effects can be counted: each inserts one row through job.commit, and the first kind enqueues one of the second in
 * the same commit.
 *
 * @param onRefused a commit was refused because the lease is lost
 */
export function effectJobs(onRefused: () => void = () => {}) {
  const followUp = defineJob({ type: 'follow-up', body, retry, run: (job) => commitEffect(job, onRefused) })
  const effect = defineJob({
    type: 'effect',
    body,
    retry,
    run: (job) => commitEffect(job, onRefused, () => job.enqueue(followUp, job.body)),
  })
  return { effect, followUp }
}

async function commitEffect(job: Job<{ n: number }>, onRefused: () => void, more?: () => Promise<unknown>) {
  // A worker that is stopped here goes on to its commit when it is continued: the worst that a handler can do.
  await pause(Math.random() * maxWorkMs)
  try {
    await job.commit(async (tx) => {
      await insertEffect(tx, job)
      await more?.()
    })
  } catch (error) {
    if (error instanceof LeaseLostError) onRefused()
    throw error
  }
}

async function insertEffect(tx: Tx, job: Job<{ n: number }>): Promise<void> {
  await tx.query('insert into effect (type, n, job, attempt) values ($1, $2, $3, $4)', [
    job.type,
    job.body.n,
    job.id,
    job.attempt,
  ])
}
