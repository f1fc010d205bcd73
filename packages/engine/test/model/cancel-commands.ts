import fc from 'fast-check'
import { expect } from 'vitest'
import { jobId } from '../../src/job/job-id.ts'
import { isEnd } from '../../src/job/states.ts'
import { Canceller } from '../../src/runtime/canceller.ts'
import { type Command, command, pick } from './command.ts'
import type { Model, ModelJob } from './model.ts'
import { write } from './settle.ts'

const cancel = (which: readonly number[]): Command =>
  command(`cancel jobs ${which.join(', ')}`, {
    when: (model) => model.jobs.size > 0,
    async run(model, ledger) {
      const jobs = [...new Set(which.map((number) => pick([...model.jobs.values()], number)))]
      const results = await new Canceller(ledger.runner).cancel(jobs.map(({ id }) => jobId(id)))
      const at = model.now()
      for (const [i, job] of jobs.entries()) {
        const ended = isEnd(job.state)
        expect(results[i]).toEqual({ id: jobId(job.id), cancelled: !ended, state: ended ? job.state : 'cancelled' })
        if (!ended) recordCancel(model, job, at)
      }
    },
  })

function recordCancel(model: Model, job: ModelJob, at: number): void {
  // a job that waits gets an attempt that is settled at once: it goes through the line with its outcome
  if (job.state === 'scheduled' || job.state === 'retryable') model.lineUp(job, job.place, at)
  model.happen(job, 'cancel')
  job.outcomes.push('cancelled')
  job.taken = undefined
}

const cancelRacesSettle = (which: number): Command =>
  command(`cancel and settle ${which} at the same time`, {
    when: (model) => model.open().length > 0,
    async run(model, ledger) {
      const attempt = pick(model.open(), which)
      const [settled, [cancellation]] = await Promise.all([
        write({ runner: ledger.another, lane: ledger.lane }, attempt.worker, [attempt], 'succeed'),
        new Canceller(ledger.runner).cancel([jobId(attempt.job.id)]),
      ])
      expect(settled + Number(cancellation!.cancelled)).toBe(1)
      if (settled === 1) model.settle(attempt, 'succeed', 'succeeded')
      else recordCancel(model, attempt.job, model.now())
    },
  })

export const cancelCommands: fc.Arbitrary<Command>[] = [
  fc.array(fc.nat(9), { minLength: 1, maxLength: 3 }).map(cancel),
  fc.nat(9).map(cancelRacesSettle),
]
